import { setImmediate } from 'node:timers/promises';

/** Resolves when the condition holds, which is looked at again and again; throws when it has not within ten seconds. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 10_000;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error('it did not come true');
    await setImmediate();
  }
}
