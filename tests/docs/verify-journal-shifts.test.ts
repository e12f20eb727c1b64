import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodeCrypto } from '@comptoir/app/adapters/node-crypto.js';
import { JOURNAL_FORMAT } from '@comptoir/core/journal/journal-entry.js';
import { presentEntry } from '@comptoir/core/keyed/journal-contract.js';
import { expect } from 'chai';
import { aBench } from '../core/support.js';
import { DAY_MS, establish } from '../suites/builders.js';
import { aSaleDraft, aSoldLine } from '../suites/sale-builders.js';
import { runExample } from './run-example.js';

const EXAMPLE = 'docs/examples/verify-journal.mjs';

/** Two shifts on two days, one without sales, and one that is on. */
async function linesOfShifts(): Promise<readonly string[]> {
  const { services, clock, persistence } = aBench(undefined, { crypto: nodeCrypto });
  const { scope, site } = await establish(persistence);
  const { id, name: register } = await services.till.createRegister(scope, 'Caisse 1');
  for (const sales of [2, 0, 3]) {
    await services.till.openShift(scope, id, 1000);
    for (let sale = 0; sale < sales; sale += 1) {
      await services.sales.sell(scope, aSaleDraft({ register, at: clock.now(), lines: [aSoldLine({ itemId: null })] }));
    }
    await services.till.closeShift(scope, id, []);
    clock.advance(DAY_MS);
  }
  await services.till.openShift(scope, id, 0);
  const keys = services.journal.keys().map(({ keyId, jwk }) => ({ keyId, jwk }));
  const head = { format: JOURNAL_FORMAT, site, keys, heads: await services.views.journal.heads(scope) };
  const { items } = await services.views.journal.list(scope, { limit: 1000 });
  return [head, ...items.map(presentEntry)].map((line) => JSON.stringify(line));
}

describe(`${EXAMPLE} on a journal with shifts`, function () {
  this.timeout(60_000);
  let directory = '';
  let lines: readonly string[] = [];

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'comptoir-shifts-'));
    lines = await linesOfShifts();
  });
  after(() => rm(directory, { recursive: true }));

  const verified = async (content: readonly string[]) => {
    const file = join(directory, 'given.ndjson');
    await writeFile(file, `${content.join('\n')}\n`);
    return runExample(EXAMPLE, {}, [file]);
  };

  it('finds nothing when it was left alone', async () => {
    expect(lines.filter((line) => line.includes('\\"period\\":\\"shift\\"'))).to.have.length(3);
    expect((await verified(lines)).stdout).to.match(/ entries in 3 chains, 0 problems\n$/);
  });

  it('finds whichever entry was left out or changed', async () => {
    for (let index = 1; index < lines.length; index += 1) {
      expect((await verified(lines.toSpliced(index, 1))).code, `without line ${index}`).to.equal(1);
      const changed = (lines[index] ?? '').replace(/"at":"20/, '"at":"21');
      expect((await verified(lines.with(index, changed))).code, `with another line ${index}`).to.equal(1);
    }
  });
});
