import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const reasons = new WeakMap<Mocha.Runnable | Mocha.Suite, string>();

/**
 * Skips the running test (in a before hook: its whole suite), because this machine lacks something real that it needs.
 * The reporter prints the reason, or fails the run when COMPTOIR_TEST_REQUIRE_ALL=1.
 */
export function skipBecause(context: Mocha.Context, reason: string): never {
  const runnable = context.runnable();
  const skipped = isHook(runnable) ? runnable.parent : runnable;
  if (skipped) reasons.set(skipped, reason);
  return context.skip();
}

/**
 * The absolute path of a program, or of the first of those that will do, or a skip. Looks in the system administrator's directories
 * too: nginx lives there.
 */
export function requireProgram(context: Mocha.Context, ...names: readonly [string, ...string[]]): string {
  const directories = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  const path = names.flatMap((name) => directories.map((directory) => join(directory, name))).find(isExecutable);
  return path ?? skipBecause(context, `${names.join(' or ')} is not installed`);
}

/** Why a test was skipped, as far as it was said. */
export function skipReason(test: Mocha.Test): string {
  return reasons.get(test) ?? suiteReason(test.parent) ?? 'no reason given';
}

function suiteReason(suite: Mocha.Suite | undefined): string | undefined {
  return suite && (reasons.get(suite) ?? suiteReason(suite.parent));
}

function isHook(runnable: Mocha.Runnable): runnable is Mocha.Hook {
  return 'type' in runnable && runnable.type === 'hook';
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
