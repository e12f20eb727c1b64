import { expect } from 'chai';
import { comptoir, endAll, start } from '../app/program.js';
import { demoDirectory, removeDirectories } from '../app/till.js';
import { runExample } from './run-example.js';

const EXAMPLE = 'docs/examples/order-to-cash.mjs';

/** A line of what the example prints: what was done, and the stock after it. */
interface Shown {
  readonly done: string;
  readonly stock: number;
  readonly reserved: number;
  readonly available: number;
}

function shownIn(stdout: string): Shown[] {
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [, done = '', stock, reserved, available] = /^(.*?) +stock (-?\d+), reserved (\d+), available (\d+)$/.exec(line) ?? [];
      return { done, stock: Number(stock), reserved: Number(reserved), available: Number(available) };
    });
}

describe(EXAMPLE, function () {
  this.timeout(60_000);
  let directory = '';
  let platform = '';

  before(async () => {
    directory = await demoDirectory();
    platform = (await start(['serve', '--demo'], { COMPTOIR_DATA_DIR: directory }).ready).platform ?? '';
  });

  after(async () => {
    await endAll();
    await removeDirectories();
  });

  const example = (variables: Readonly<Record<string, string>>) => runExample(EXAMPLE, { COMPTOIR_URL: platform, ...variables });

  it('takes an order from its draft to its credit note, and shows the stock of every step', async () => {
    const { stdout, stderr } = await example({});
    expect(stderr).to.equal('');
    const [before, draft, confirmed, shipped, delivered, issued, paid, credited] = shownIn(stdout);
    expect(before?.done).to.equal('Before');
    const { stock = 0, reserved = 0, available = 0 } = before ?? {};
    expect(draft)
      .to.deep.include({ stock, reserved, available })
      .and.property('done')
      .match(/^Order \d+ for .+, €91\.90: draft$/);
    expect(confirmed)
      .to.deep.include({ stock, reserved: reserved + 3, available: available - 3 })
      .and.property('done')
      .match(/: confirmed$/);
    expect(shipped)
      .to.deep.include({ stock, reserved: reserved + 3 })
      .and.property('done')
      .match(/ is shipped; order: shipped$/);
    const gone = { stock: stock - 3, reserved, available: available - 3 };
    expect(delivered).to.deep.equal({ done: 'Order: delivered', ...gone });
    expect(issued)
      .to.deep.include(gone)
      .and.property('done')
      .match(/^Invoice \S+, €91\.90 with €15\.32 of tax: issued$/);
    expect(paid)
      .to.deep.include(gone)
      .and.property('done')
      .match(/€91\.90 paid: paid$/);
    expect(credited)
      .to.deep.include(gone)
      .and.property('done')
      .match(/^Credit note \S+ on \S+, €28\.00: issued$/);
  });

  it('leaves a ledger that adds up, on the past of the demonstration', async () => {
    const { stdout } = await comptoir(['stock', 'verify', '--site', 'atelier-nord', '--json'], { COMPTOIR_DATA_DIR: directory });
    const { report }: { report: { actions: number; differences: unknown[] } } = JSON.parse(stdout);
    expect(report.differences).to.deep.equal([]);
    expect(report.actions).to.be.greaterThan(2000);
  });

  it('says why it is refused, or that nobody answers, and fails', async () => {
    const refused = await example({ COMPTOIR_PASSWORD: 'wrong' });
    expect([refused.code, refused.stdout]).to.deep.equal([1, '']);
    expect(refused.stderr).to.match(/^Refused: invalid_login, /);
    const alone = await example({ COMPTOIR_URL: 'http://127.0.0.1:1' });
    expect([alone.code, alone.stdout]).to.deep.equal([1, '']);
    expect(alone.stderr).to.match(/^No answer from http:\/\/127\.0\.0\.1:1: /);
  });
});
