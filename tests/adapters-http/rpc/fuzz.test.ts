import { expect } from 'chai';
import { fuzz, summaryOf } from './fuzz-run.js';

const REQUESTS = 3000;

describe('the platform that is sent nonsense over RPC', () => {
  it(`never fails: ${REQUESTS} requests, each refused or answered, soon and briefly`, async function () {
    this.timeout(60_000);
    const seed = Math.floor(Math.random() * 2 ** 31);
    const report = await fuzz(REQUESTS, seed);
    expect(report.findings, `node scripts/fuzz-rpc.mjs ${REQUESTS} ${seed}`).to.deep.equal([]);
    // Nonsense of every kind was among them, and sense too.
    expect([...report.statuses.keys()], summaryOf(report)).to.include.members([200, 204, 207, 400, 401, 403, 404, 405, 413, 415, 431]);
  });
});
