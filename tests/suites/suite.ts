import { DomainError } from '@comptoir/core/kit/errors.js';
import type { Persistence } from '@comptoir/core/stores.js';

/** A persistence made ready for a suite: migrated, reachable, and possibly full of other people's rows. */
export interface Opened {
  readonly persistence: Persistence;
  close(): Promise<void>;
}

export type Open = () => Promise<Opened>;

/** What a file of this folder exports: registers the tests that any implementation of one port must pass. */
export type ExercisePort = (name: string, open: Open) => void;

/** Starting a database takes longer than a test may. */
const OPEN_TIMEOUT_MS = 120_000;

/** A `describe` whose tests share one opened persistence. Tests bring their own tenants, so they never meet. */
export function describePort(port: string, name: string, open: Open, tests: (persistence: Persistence) => void): void {
  describe(`${port} on ${name}`, () => {
    let opened: Opened | null = null;
    const current = (): Persistence => {
      if (opened === null) throw new Error('The persistence is open only while tests run.');
      return opened.persistence;
    };
    before(async function () {
      this.timeout(OPEN_TIMEOUT_MS);
      opened = await open();
    });
    after(async () => opened?.close());
    tests({
      transact: (scope, work) => current().transact(scope, work),
      get views() {
        return current().views;
      },
    });
  });
}

/** The refusal that `work` ends with. Fails when it succeeds or when what it throws is not a refusal. */
export async function refusalOf(work: Promise<unknown> | (() => unknown)): Promise<DomainError> {
  const error = await errorOf(work);
  if (error instanceof DomainError) return error;
  throw new Error('A fault where a refusal was expected', { cause: error });
}

/** What `work` throws. Fails when it succeeds. */
export async function errorOf(work: Promise<unknown> | (() => unknown)): Promise<unknown> {
  let result: unknown;
  try {
    result = await (typeof work === 'function' ? work() : work);
  } catch (error) {
    return error;
  }
  throw new Error(`Nothing was thrown; the answer was ${JSON.stringify(result)}`);
}

/** Runs `work` `times` times at once. */
export function atOnce<Result>(times: number, work: (index: number) => Promise<Result>): Promise<Result[]> {
  return Promise.all(Array.from({ length: times }, (_, index) => work(index)));
}

/** A promise and the function that fulfils it: lets a test say when something goes on. */
export function signal(): { readonly reached: Promise<void>; reach(): void } {
  let reach = (): void => undefined;
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  return { reached, reach: () => reach() };
}
