import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { comptoir, endAll, start } from '../app/program.js';
import { dataDirectory, emptyDirectory, removeDirectories, SLUG } from '../app/till.js';
import { runExample } from './run-example.js';

const EXAMPLE = 'docs/examples/verify-journal.mjs';
const SALES = 6;

interface Line {
  readonly type: string;
  readonly number: number;
  readonly snapshot: string;
}

describe(EXAMPLE, function () {
  this.timeout(60_000);
  let directory = '';
  let lines: readonly string[] = [];
  let keyId = '';

  before(async () => {
    const data = await dataDirectory();
    directory = await emptyDirectory();
    const { storefront = '' } = await start(['serve'], { COMPTOIR_DATA_DIR: data }).ready;
    const run = (...args: string[]) => comptoir(args, { COMPTOIR_DATA_DIR: data });
    const { key } = JSON.parse((await run('keys', 'create', '--site', SLUG, '--scope', 'write', '--name', 'till', '--json')).stdout);
    for (let sale = 1; sale <= SALES; sale += 1) {
      const body = JSON.stringify({
        lines: [{ name: 'Divers', unitPrice: sale, vatRate: 20 }],
        payments: [{ method: 'cash', amount: sale }],
      });
      const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
      expect((await fetch(`${storefront}/api/v1/sales`, { method: 'POST', headers, body })).status).to.equal(201);
    }
    const file = join(directory, 'export.ndjson');
    const { code, stderr } = await run('journal', 'export', '--site', SLUG, '--out', file);
    expect(code, stderr).to.equal(0);
    expect((await run('journal', 'export', '--site', SLUG, '--out', file)).code).to.equal(1);
    lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
    keyId = JSON.parse(lines[0] ?? '').keys[0].keyId;
  });

  after(async () => {
    await endAll();
    await removeDirectories();
  });

  const verified = async (content: readonly string[], ...args: string[]) => {
    const file = join(directory, 'given.ndjson');
    await writeFile(file, `${content.join('\n')}\n`);
    return runExample(EXAMPLE, {}, [file, ...args]);
  };
  const without = (number: number) => lines.filter((line, index) => index === 0 || (JSON.parse(line) as Line).number !== number);

  it('finds nothing in a journal that was left alone', async () => {
    const { stdout, stderr, code } = await verified(lines, '--key', keyId);
    expect([stderr, code]).to.deep.equal(['', undefined]);
    expect(stdout).to.match(/: 6 entries in 1 chains, 0 problems\n$/);
  });

  it('names what was changed, deleted, moved, put in and cut off', async () => {
    const edited = lines.map((line) => line.replace('\\"totalCents\\":300', '\\"totalCents\\":200'));
    const moved = [...lines.slice(0, 3), lines[4] ?? '', lines[3] ?? '', ...lines.slice(5)];
    const doubled = [...lines.slice(0, 4), lines[3] ?? '', ...lines.slice(4)];
    for (const [content, named] of [
      [edited, /^sale\/API 3: altered$/m],
      [without(4), /^sale\/API 4: missing$/m],
      [moved, /^sale\/API 3: (missing|out_of_order)$/m],
      [doubled, /^sale\/API 3: out_of_order$/m],
      [without(6), /^sale\/API 6: truncated$/m],
    ] as const) {
      const { stdout, code } = await verified(content);
      expect(stdout).to.match(named);
      expect(code).to.equal(1);
    }
  });

  it('believes no key but those it is told of', async () => {
    const { stdout, code } = await verified(lines, '--key', 'A'.repeat(43));
    expect(code).to.equal(1);
    expect(stdout).to.include('unknown_key');
  });

  it('says what is no export', async () => {
    expect(await verified(['{}'])).to.deep.include({ code: 2, stdout: '' });
  });
});
