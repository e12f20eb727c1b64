import { basename, join } from 'node:path';
import type { FaultPlace, TestOutcome } from '@comptoir/core/vhosts/web-server.js';
import type { NginxOptions } from './nginx-options.js';
import { runNginx } from './run-nginx.js';
import { COMMON_FILE, isOurs } from './site-files.js';

const MESSAGE_MAX = 300;
/** `nginx: [emerg] …`, or with date and process as in a log, depending on how nginx was built. */
const FAULT = /^\S.*?\[(?:emerg|alert|crit)\] (?:\d+#\d+: )?(.*)$/m;
const PLACE = / in (\/[^\n]*):\d+$/;
const CONFLICT = /conflicting server name "([^"\n]*)"/g;
/** An absolute path: only the last of its names is said. */
const PATH = /(?:\/[^\s"':;,/]+)*\/([^\s"':;,/]+)/g;

type Options = Pick<NginxOptions, 'program' | 'configuration' | 'directory'>;

/** `nginx -t` on the whole configuration; what it says, without the directories of this machine. */
export function makeNginxTest({ program, configuration, directory }: Options): () => Promise<TestOutcome> {
  let included = false;

  return async function test() {
    // Only the first time does it have to show what it read, which is long.
    const output = await runNginx(program, [included ? '-t' : '-T', '-c', configuration]);
    if (!output.ok) return faultOf(output.stderr);
    included ||= isRead(output.stdout, directory);
    if (!included) return NOT_INCLUDED;
    return { ok: true, conflicts: new Set([...output.stderr.matchAll(CONFLICT)].map(([, name = '']) => name)) };
  };
}

/** A directory that is empty so far is read all the same. */
function isRead(dump: string, directory: string): boolean {
  return [`# configuration file ${join(directory, COMMON_FILE)}:\n`, `include ${join(directory, '*.conf')};`].some((sign) =>
    dump.includes(sign),
  );
}

const NOT_INCLUDED: TestOutcome = {
  ok: false,
  message: 'its main configuration does not include *.conf of the directory of the virtual hosts (COMPTOIR_VHOST_DIR)',
  at: { kind: 'elsewhere' },
};

function faultOf(stderr: string): TestOutcome {
  const said = FAULT.exec(stderr)?.[1] ?? 'nginx refuses it without saying why';
  return { ok: false, message: withoutDirectories(said).slice(0, MESSAGE_MAX), at: placeOf(said) };
}

function placeOf(said: string): FaultPlace {
  const file = PLACE.exec(said)?.[1];
  if (file === undefined) return { kind: 'unknown' };
  const name = basename(file);
  return isOurs(name) ? { kind: 'ours', name } : { kind: 'elsewhere' };
}

/** The text with every path cut down to its last name. */
function withoutDirectories(text: string): string {
  return text.replace(PATH, '$1');
}
