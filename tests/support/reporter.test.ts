import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

const MOCHA = join(dirname(createRequire(import.meta.url).resolve('mocha/package.json')), 'bin/mocha.js');
const REPORTER = fileURLToPath(new URL('reporter.js', import.meta.url));
const REQUIRES = new URL('requires.js', import.meta.url).href;

const PASSING = "it('passes', () => {});";
const FAILING = "it('fails', () => { throw new Error('broken'); });";
const MOODY = "let tries = 0; it('fails at first', () => { if (tries++ === 0) throw new Error('stalled'); });";
const PENDING = "it.skip('is left out', () => {});";
const SUITE_WITHOUT_NEEDS = `describe('suite', () => {
  before(function () { skipBecause(this, 'the frobnicator is not installed'); });
  it('runs on it', () => {});
  describe('deeper', () => { it('runs on it too', () => {}); });
});`;

describe('the closing line of a test run', () => {
  let directory: string;
  before(() => {
    directory = mkdtempSync(join(tmpdir(), 'comptoir-reporter-'));
  });
  after(() => rmSync(directory, { recursive: true }));

  function run(
    tests: readonly string[],
    environment: Record<string, string> = {},
    ...options: readonly string[]
  ): { code: number | null; lines: string[] } {
    const file = join(directory, 'sample.test.mjs');
    writeFileSync(file, [`import { skipBecause } from '${REQUIRES}';`, ...tests].join('\n'));
    const { status, stdout } = spawnSync(process.execPath, [MOCHA, '--no-config', '--reporter', REPORTER, ...options, file], {
      encoding: 'utf8',
      env: { ...process.env, COMPTOIR_TEST_REQUIRE_ALL: '', ...environment },
    });
    return { code: status, lines: stdout.trimEnd().split('\n') };
  }

  it('counts what passed, failed and was skipped', () => {
    const { code, lines } = run([PASSING, FAILING, PENDING]);
    expect(lines.at(-1)).to.equal('1 passed, 1 failed, 1 skipped');
    expect(code).to.equal(1);
  });

  it('names what passed only when it was tried again, and fails what failed again', () => {
    const { code, lines } = run([PASSING, FAILING, MOODY], {}, '--retries', '1');
    const named = lines.slice(lines.indexOf('failed at first, and tried again:') + 1);
    expect(named.filter((line) => /^ {2}\S/.test(line))).to.deep.equal(['  fails', '  fails at first']);
    expect(named).to.include('    Error: stalled');
    expect(lines.at(-1)).to.equal('2 passed, 1 failed, 0 skipped');
    expect(code).to.equal(1);
  });

  it('is green when tests were only skipped, and says why they were', () => {
    const { code, lines } = run([PASSING, SUITE_WITHOUT_NEEDS]);
    expect(lines).to.include('  because the frobnicator is not installed:');
    expect(lines).to.include('    suite deeper runs on it too');
    expect(lines.at(-1)).to.equal('1 passed, 0 failed, 2 skipped');
    expect(code).to.equal(0);
  });

  it('counts every skip as a failure where everything is required', () => {
    const { code, lines } = run([PASSING, PENDING, SUITE_WITHOUT_NEEDS], { COMPTOIR_TEST_REQUIRE_ALL: '1' });
    expect(lines.at(-1)).to.equal('1 passed, 3 failed, 0 skipped');
    expect(code).to.equal(3);
  });
});
