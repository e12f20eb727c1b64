import { createHash } from 'node:crypto';
import { offlinePassesAnswer, scanAnswer, scansAnswer, uploadAnswer } from '@comptoir/core/access/access-contract.js';
import { NO_FIELDS } from '@comptoir/core/api-keys/key-contract.js';
import { passAnswer } from '@comptoir/core/keyed/pass-records.js';
import { expect } from 'chai';
import { aSite, DAY_MS, HOUR_MS, minutesAfter, NOON } from '../../../suites/builders.js';
import { jsonOf } from '../../call.js';
import { expectRefusal } from '../../refusal.js';
import { closeAll } from '../../serve.js';
import { type KeyedTill, openKeyedTill } from './shop-key.js';

const FEATURES = { ...aSite().features, accessControl: true, passes: true };

describe('passes at gates', () => {
  let till: KeyedTill;
  let device: string;
  let nonce = 0;

  beforeEach(async () => {
    till = await openKeyedTill({ trade: 'museum', features: FEATURES, timezone: 'Europe/Paris' });
    device = (await till.services.keys.create(till.scope, 'device', { ...NO_FIELDS, name: 'Porte A' })).secret;
  });

  afterEach(closeAll);

  async function sold(fields: Record<string, unknown> = {}) {
    const body = { name: 'Abonnement', owner: { name: 'Ada Martin', email: 'ada@example.org' }, ...fields };
    const answer = await till.ask('/passes', { method: 'POST', body });
    expect(answer.status, answer.text).to.equal(201);
    return passAnswer.parse(jsonOf(answer)).pass;
  }
  const usedOf = async (id: string) => (await till.services.views.passes.get(till.scope, id))?.used;
  const scan = (code: string, changes: Record<string, unknown> = {}) => {
    nonce += 1;
    const body = { code, gate: 'A', direction: 'entry', nonce: `n${nonce}`, ...changes };
    return till.ask('/access/scan', { method: 'POST', body, key: device });
  };
  const scanned = async (code: string, changes: Record<string, unknown> = {}) => {
    const answer = await scan(code, changes);
    expect(answer.status, answer.text).to.equal(200);
    return scanAnswer.parse(jsonOf(answer));
  };
  const reasonOf = async (code: string, changes: Record<string, unknown> = {}) => (await scanned(code, changes)).reason;
  const annul = (gate: string, of: string) => till.ask('/access/scans/annul', { method: 'POST', body: { gate, nonce: of }, key: device });
  const upload = async (scans: readonly Record<string, unknown>[]) =>
    uploadAnswer.parse(jsonOf(await till.ask('/access/scans/upload', { method: 'POST', body: { gate: 'B', scans }, key: device })));
  const takenAlong = async (query = '') => offlinePassesAnswer.parse(jsonOf(await till.ask(`/access/passes${query}`, { key: device })));

  it('admit the owner, say whose it is, and count the entry under the id of the scan', async () => {
    const { id, code } = await sold({ entries: 10 });

    const answer = await scanned(code);

    expect(answer).to.deep.include({ admitted: true, reason: null, occupancy: 1 });
    expect(answer.ticket).to.deep.include({ kind: 'pass', id, label: 'Ada Martin', state: null });
    const [kept] = scansAnswer.parse(jsonOf(await till.ask('/access/scans'))).scans;
    expect(kept).to.deep.include({ passId: id, ticketId: null, admitted: true });
    const { items } = await till.services.views.passes.uses(till.scope, id, { page: 1, pageSize: 10 });
    expect(items.map((use) => [use.id, use.day, use.gate, use.entries])).to.deep.equal([[kept?.id, '2026-06-16', 'A', 1]]);
  });

  it('are used up after their last entry, and count a nonce that comes again once', async () => {
    const { id, code } = await sold({ entries: 2 });

    expect(await reasonOf(code, { nonce: 'same' })).to.equal(null);
    expect(await reasonOf(code, { nonce: 'same' })).to.equal(null);
    expect(await reasonOf(code)).to.equal(null);
    expect(await reasonOf(code)).to.equal('used');
    expect(await usedOf(id)).to.equal(2);
  });

  it('let in once a day by the clocks of the establishment, and whoever has left in again', async () => {
    const { id, code } = await sold({ oncePerDay: true });
    expect(await reasonOf(code)).to.equal(null);
    expect(await reasonOf(code, { gate: 'B' })).to.equal('used');

    await scanned(code, { direction: 'exit' });
    expect(await reasonOf(code)).to.equal(null);
    expect(await usedOf(id)).to.equal(1);

    till.clock.set(new Date('2026-06-16T22:00:00Z'));
    expect(await reasonOf(code)).to.equal(null);
    expect(await usedOf(id)).to.equal(2);
  });

  it('let nobody in while they are blocked, before their first day or after their last', async () => {
    const blocked = await sold();
    await till.ask(`/passes/${blocked.id}/block`, { method: 'POST', body: { reason: 'Carte perdue' } });
    const [early, late, last] = [
      await sold({ validFrom: '2026-06-17' }),
      await sold({ validUntil: '2026-06-15' }),
      await sold({ validFrom: '2026-06-16', validUntil: '2026-06-16' }),
    ];

    const reasons = [await reasonOf(blocked.code), await reasonOf(early.code), await reasonOf(late.code), await reasonOf(last.code)];
    expect(reasons).to.deep.equal(['blocked', 'too_early', 'too_late', null]);
    expect(await reasonOf(blocked.code, { direction: 'exit' })).to.equal(null);

    await till.ask(`/passes/${blocked.id}/unblock`, { method: 'POST', body: {} });
    expect(await reasonOf(blocked.code)).to.equal(null);
    expect(await usedOf(early.id)).to.equal(0);
  });

  it('get their entry back when the scan is annulled, once', async () => {
    const { id, code } = await sold({ entries: 1, oncePerDay: true });
    await scanned(code, { nonce: 'first' });

    for (let times = 0; times < 2; times += 1) expect((await annul('A', 'first')).status).to.equal(200);

    expect(await usedOf(id)).to.equal(0);
    expect(await reasonOf(code)).to.equal(null);
    expect(await reasonOf(code)).to.equal('used');
    expect(await usedOf(id)).to.equal(1);
  });

  it('count entries that a gate let in offline, also those too many, and report these', async () => {
    const { id, code } = await sold({ entries: 2 });
    await scanned(code, { nonce: 'online' });
    till.clock.advance(HOUR_MS);
    const scans = [10, 20, 30].map((minutes) => ({ code, nonce: `b${minutes}`, at: minutesAfter(NOON, minutes).toISOString() }));

    const report = await upload([...scans, { ...scans[0], nonce: 'refused', reason: 'used' }]);

    expect(report).to.deep.include({ kept: 4, repeated: 0 });
    expect(report.conflicts.map((conflict) => [conflict.nonce, conflict.reason])).to.deep.equal([
      ['b20', 'used'],
      ['b30', 'used'],
    ]);
    expect(await usedOf(id)).to.equal(4);
    expect((await upload(scans)).repeated).to.equal(3);
    expect(await usedOf(id)).to.equal(4);
    expect((await takenAlong()).passes[0]?.entriesLeft).to.equal(0);
  });

  it('fall on the day of the scan, not of the upload', async () => {
    const { id, code } = await sold({ oncePerDay: true });
    till.clock.advance(DAY_MS);
    await upload([{ code, nonce: 'yesterday', at: NOON.toISOString() }]);

    expect(await reasonOf(code)).to.equal(null);
    expect(await usedOf(id)).to.equal(2);
  });

  it('are taken along by their hashes, without those that are over, page by page', async () => {
    const days = { validFrom: '2026-06-01', validUntil: '2026-06-16' };
    const first = await sold({ ...days, entries: 10, oncePerDay: true });
    await sold({ validUntil: '2026-06-15' });
    till.clock.advance(1);
    const second = await sold();
    await till.ask(`/passes/${second.id}/block`, { method: 'POST', body: { reason: 'Carte perdue' } });
    await scanned(first.code);

    const answer = await till.ask('/access/passes', { key: device });
    const page = await takenAlong('?limit=1');
    const rest = await takenAlong(`?limit=1&cursor=${page.nextCursor}`);

    expect([...page.passes, ...rest.passes]).to.deep.equal(offlinePassesAnswer.parse(jsonOf(answer)).passes);
    expect(rest.nextCursor).to.equal(null);
    expect(page.passes[0]).to.deep.equal({
      id: first.id,
      hash: createHash('sha256').update(first.code).digest('hex'),
      label: 'Ada Martin',
      from: '2026-05-31T22:00:00.000Z',
      until: '2026-06-16T22:00:00.000Z',
      entriesLeft: 9,
      oncePerDay: true,
      usedToday: true,
      blocked: false,
    });
    expect(rest.passes[0]).to.deep.include({ id: second.id, from: null, until: null, entriesLeft: null, usedToday: false, blocked: true });
    for (const told of [first.code, second.code, 'ada@example.org', 'Carte perdue']) expect(answer.text).not.to.include(told);
  });

  it('let nobody in where the establishment has switched passes off, nor at another one', async () => {
    const { id, code } = await sold();
    const other = await openKeyedTill({ trade: 'museum', features: FEATURES, slug: 'autre' }, { persistence: till.persistence });
    const body = { code, gate: 'A', nonce: 'one' };
    expectRefusal(await other.ask('/access/scan', { method: 'POST', body }), 404, 'unknown_ticket');

    await till.services.sites.update(till.scope, { features: { ...FEATURES, passes: false } });

    expectRefusal(await scan(code), 404, 'unknown_ticket');
    expect((await takenAlong()).passes).to.deep.equal([]);
    expect(await usedOf(id)).to.equal(0);
  });
});
