import Mocha from 'mocha';
import { skipReason } from './requires.js';

/** With it a skip is a failure: where everything is installed, a test that did not run is a hole. */
const requireAll = process.env['COMPTOIR_TEST_REQUIRE_ALL'] === '1';

/** Mocha's own listing, then what passed only when it was tried again (`--retries`), why tests were skipped, then one line for other programs: `N passed, N failed, N skipped`. */
export default class Reporter extends Mocha.reporters.Spec {
  readonly #skipped: Mocha.Test[] = [];
  readonly #triedAgain: { readonly title: string; readonly error: Error }[] = [];

  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options);
    runner.on('pending', (test) => this.#skipped.push(test));
    runner.on('retry', (test, error) => this.#triedAgain.push({ title: test.fullTitle(), error }));
  }

  override epilogue(): void {
    super.epilogue();
    this.#listTriedAgain();
    this.#listSkipped();
    const { passes, failures } = this.stats;
    const skipped = this.#skipped.length;
    const counts = requireAll ? [passes, failures + skipped, 0] : [passes, failures, skipped];
    console.log(`${counts[0]} passed, ${counts[1]} failed, ${counts[2]} skipped`);
  }

  /** Mocha's exit code is the number given to `exit`. */
  override done(failures: number, exit: (failures: number) => void): void {
    exit(requireAll ? failures + this.#skipped.length : failures);
  }

  /** A test that passes now and then is a fault of the test or of what it tests, whatever the run comes to. */
  #listTriedAgain(): void {
    if (this.#triedAgain.length === 0) return;
    console.log('failed at first, and tried again:');
    for (const { title, error } of this.#triedAgain) console.log(`  ${title}\n    ${error.stack ?? error.message}`);
    console.log();
  }

  #listSkipped(): void {
    if (this.#skipped.length === 0) return;
    console.log(requireAll ? 'skipped, which COMPTOIR_TEST_REQUIRE_ALL=1 forbids:' : 'skipped:');
    for (const [reason, tests] of this.#skippedByReason()) {
      console.log(`  because ${reason}:`);
      for (const test of tests) console.log(`    ${test.fullTitle()}`);
    }
    console.log();
  }

  #skippedByReason(): Map<string, Mocha.Test[]> {
    const tests = new Map<string, Mocha.Test[]>();
    for (const test of this.#skipped) {
      const reason = skipReason(test);
      tests.set(reason, [...(tests.get(reason) ?? []), test]);
    }
    return tests;
  }
}
