import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import fc from 'fast-check';
import { call } from '../call.js';
import { closeAll } from '../serve.js';
import { compare, type Inner } from './compare.js';
import { DIFFERENCES } from './differences.js';
import { serveRpc } from './host.js';
import { testRegistry } from './procedures.js';
import { makeReference, REQUEST_ID, type RpcAnswer, type RpcCall } from './reference.js';
import { request } from './requests.js';

const REQUESTS = 1500;
const PAGE = new URL('../../../../docs/rpc-wire.md', import.meta.url);

/** Those of the refused calls. */
function statusesWithin({ text }: RpcAnswer): number[] {
  return [...text.matchAll(/"httpStatus":(\d+)/g)].map(([, status]) => Number(status));
}

describe('the wire beside @trpc/server, on the same procedures', () => {
  const ask = makeReference(testRegistry);
  let origin: string;

  before(async () => {
    origin = await serveRpc();
  });
  after(closeAll);

  async function askBoth(sent: RpcCall): Promise<[ours: RpcAnswer, theirs: RpcAnswer]> {
    const { status, text, headers } = await call(`${origin}/${sent.target}`, {
      method: sent.method,
      headers: { ...sent.headers, 'X-Request-Id': REQUEST_ID },
      body: sent.body,
    });
    return [{ status, text, allow: headers.allow ?? null }, await ask(sent)];
  }

  const shown = (sent: RpcCall, ours: RpcAnswer, theirs: RpcAnswer) =>
    `${JSON.stringify(sent)}\n\nours: ${ours.status} ${ours.text}\n\ntheirs: ${theirs.status} ${theirs.text}`;

  it(`gives the same answers: ${REQUESTS} requests, good and bad, alone and in batches, whole and in lines`, async function () {
    this.timeout(120_000);
    const statuses = new Map<number, number>();
    const count = (status: number) => statuses.set(status, (statuses.get(status) ?? 0) + 1);
    const inner = new Set<Inner>();
    await fc.assert(
      fc.asyncProperty(request, async (sent) => {
        const [ours, theirs] = await askBoth(sent);
        for (const status of [ours.status, ...statusesWithin(ours)]) count(status);
        const comparison = compare(ours, theirs);
        for (const difference of comparison.inner) inner.add(difference);
        if (!comparison.same) throw new Error(shown(sent, ours, theirs));
      }),
      { numRuns: REQUESTS },
    );
    // Requests of every kind were among them.
    expect([...statuses.keys()]).to.include.members([200, 204, 207, 400, 401, 404, 405, 409, 412, 415, 422, 429, 500]);
    expect(statuses.get(200)).to.be.greaterThan(REQUESTS / 10);
    expect([...inner]).to.have.members(['identity-out', 'masked'] satisfies Inner[]);
  });

  for (const [id, { sent, holds }] of Object.entries(DIFFERENCES)) {
    it(`differs where the page says so: ${id}`, async () => {
      for (const made of sent) {
        const [ours, theirs] = await askBoth(made);
        const { same, inner } = compare(ours, theirs);
        if ((same && inner.size === 0) || !holds(ours, theirs)) throw new Error(shown(made, ours, theirs));
      }
    });
  }

  it('differs nowhere else: the page lists these differences and no others', () => {
    const listed = [...readFileSync(PAGE, 'utf8').matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, id]) => id);
    expect(listed).to.have.members(Object.keys(DIFFERENCES));
    expect(new Set(listed).size).to.equal(listed.length);
  });
});
