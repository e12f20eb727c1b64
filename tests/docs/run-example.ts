import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
export const run = promisify(execFile);

/** Runs an example as a user does: from the top of a clone, without any of this run's environment. */
export async function runExample(
  path: string,
  variables: Readonly<Record<string, string>>,
  args: readonly string[] = [],
): Promise<{ stdout: string; stderr: string; code?: number }> {
  const env = { PATH: process.env['PATH'], ...variables };
  return run(process.execPath, [path, ...args], { cwd: ROOT, env }).catch(
    (failed: { stdout: string; stderr: string; code: number }) => failed,
  );
}
