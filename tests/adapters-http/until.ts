import { setTimeout as wait } from 'node:timers/promises';

/** Long enough that whoever is waited for has the machine too. */
const LOOK_EVERY_MS = 2;

/** Resolves when the condition holds, which is looked at again and again; throws when it has not within half a minute, or as long as told. */
export async function until(condition: () => boolean | Promise<boolean>, patienceMs = 30_000): Promise<void> {
  const deadline = performance.now() + patienceMs;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error('it did not come true');
    await wait(LOOK_EVERY_MS);
  }
}
