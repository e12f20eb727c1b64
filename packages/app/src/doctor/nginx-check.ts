import { access } from 'node:fs/promises';
import { runningMaster } from '@comptoir/adapters-sdk/nginx/nginx-process.js';
import { makeNginxTest } from '@comptoir/adapters-sdk/nginx/nginx-test.js';
import type { Config } from '../config.js';
import { failed, messageOf, note, type Outcome, ok } from './outcome.js';

/**
 * Would virtual hosts be served? `program` is null where nginx is not installed; nobody else needs it. `probe` throws when this user
 * may not signal the process.
 */
export async function checkNginx(
  { vhosts }: Pick<Config, 'vhosts'>,
  program: string | null,
  probe: (pid: number) => void = (pid) => process.kill(pid, 0),
): Promise<Outcome> {
  const { nginxConfiguration: configuration, directory } = vhosts;
  if (program === null) return note('not installed; only virtual hosts and certificates of the SDK need it');
  if (!(await isThere(configuration))) {
    return note(`${program}, without ${configuration}; virtual hosts need it (COMPTOIR_NGINX_CONF, docs/sdk/nginx.md)`);
  }
  try {
    const tested = await makeNginxTest({ program, configuration, directory })();
    if (!tested.ok) return failed(`${configuration} is not valid: ${tested.message}`);
    const pid = await runningMaster({ configuration });
    if (!maySignal(pid, probe)) return failed(`nginx (process ${pid}) may not be reloaded by this user; run both as the same one`);
    return ok(`${program} runs as process ${pid} and reads ${directory}`);
  } catch (error) {
    return failed(`${messageOf(error)} Start it with -c ${configuration}.`);
  }
}

function maySignal(pid: number, probe: (pid: number) => void): boolean {
  try {
    probe(pid);
    return true;
  } catch {
    return false;
  }
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
