import { setImmediate } from 'node:timers/promises';

/** Resolves when the condition holds, which is looked at again and again; throws when it has not within ten seconds, or as long as told. */
export async function until(condition: () => boolean | Promise<boolean>, patienceMs = 10_000): Promise<void> {
  const deadline = performance.now() + patienceMs;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error('it did not come true');
    await setImmediate();
  }
}
