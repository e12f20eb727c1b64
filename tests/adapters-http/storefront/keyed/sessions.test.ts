import { keyedOffer, keyedSession } from '@comptoir/core/keyed/session-contract.js';
import { expect } from 'chai';
import { aSite, minutesAfter, NOON } from '../../../suites/builders.js';
import { anOffer, aTicketSession } from '../../../suites/ticket-builders.js';
import { type Answer, jsonOf } from '../../call.js';
import { expectRefusal, faultyPaths } from '../../refusal.js';
import { closeAll } from '../../serve.js';
import { openKeyedTill } from './shop-key.js';

const FEATURES = { ...aSite().features, onlineTickets: true };
const START = minutesAfter(NOON, 120).toISOString();
const END = minutesAfter(NOON, 180).toISOString();

/** A museum with an offer that takes an hour and a half, and one session of ten seats. */
async function openMuseum() {
  const till = await openKeyedTill({ trade: 'museum', features: FEATURES });
  const { scope, persistence, ask } = till;
  const offer = anOffer(scope);
  const session = aTicketSession(scope, { offerId: offer.id });
  await persistence.transact(scope, async ({ offers, ticketSessions }) => {
    await offers.create(scope, offer);
    await ticketSessions.create(scope, session);
  });
  const path = `/sessions/${session.id}`;
  const post = (body: unknown, headers = {}) => ask('/sessions', { method: 'POST', body, headers });
  const patch = (body: unknown, headers = {}) => ask(path, { method: 'PATCH', body, headers });
  const take = (held: number, confirmed = 0) =>
    persistence.transact(scope, ({ ticketSessions }) => ticketSessions.claim(scope, session.id, { held, confirmed }, NOON));
  const list = async (query = '') => jsonOf(await ask(`/sessions${query}`));
  return { ...till, offer, session, path, post, patch, take, list };
}

function sessionIn(answer: Answer, status = 200) {
  expect(answer.status, answer.text).to.equal(status);
  const { ok, session } = jsonOf(answer);
  expect(ok).to.equal(true);
  const parsed = keyedSession.parse(session);
  expect(session).to.deep.equal(parsed);
  return parsed;
}

describe('sessions by key', () => {
  afterEach(closeAll);

  it('are answered whole, with their seats and how full they are', async () => {
    const { ask, path, take, session, offer } = await openMuseum();
    await take(3, 6);
    expect(sessionIn(await ask(path))).to.deep.equal({
      id: session.id,
      offerId: offer.id,
      start: START,
      end: END,
      capacity: 10,
      held: 3,
      confirmed: 6,
      remaining: 1,
      fill: 0.9,
      status: 'few',
      cancelled: false,
      updatedAt: NOON.toISOString(),
    });
    expectRefusal(await ask('/sessions/nothing'), 404, 'unknown_session');
  });

  it('have an ETag that changes with their seats, while If-Match asks about edits alone', async () => {
    const { ask, path, patch, take } = await openMuseum();
    const etagNow = async () => String((await ask(path)).headers.etag);
    const first = await etagNow();
    expect((await ask(path, { headers: { 'If-None-Match': first } })).status).to.equal(304);
    await take(1);
    const second = await etagNow();
    expect(second).to.not.equal(first);
    expect((await ask(path, { headers: { 'If-None-Match': first } })).status).to.equal(200);
    const changed = await patch({ capacity: 20 }, { 'If-Match': first });
    expect(sessionIn(changed).remaining).to.equal(19);
    expect(changed.headers.etag).to.equal(await etagNow());
    expectRefusal(await patch({ capacity: 30 }, { 'If-Match': first }), 412, 'stale');
    expectRefusal(await ask(path, { method: 'DELETE', headers: { 'If-Match': '"1"' } }), 412, 'stale');
    expect((await patch({ capacity: 30 }, { 'If-Match': `"1", ${await etagNow()}` })).status).to.equal(200);
  });

  it('are created, as long as the offer unless they say, and once under one idempotency key', async () => {
    const { post, offer, list } = await openMuseum();
    const created = sessionIn(await post({ offerId: offer.id, start: '2026-06-20T10:00:00+02:00', capacity: 40 }), 201);
    expect(created).to.include({ start: '2026-06-20T08:00:00.000Z', end: '2026-06-20T09:30:00.000Z', capacity: 40, remaining: 40 });
    const body = { offerId: offer.id, start: START, end: END };
    const once = await post(body, { 'Idempotency-Key': 'k' });
    const again = await post(body, { 'Idempotency-Key': 'k' });
    expect(sessionIn(once, 201)).to.deep.equal(sessionIn(again, 201));
    expect(again.headers['idempotent-replayed']).to.equal('true');
    expectRefusal(await post({ ...body, capacity: 1 }, { 'Idempotency-Key': 'k' }), 422, 'idempotency_key_reused');
    expect((await list())['sessions']).to.have.length(3);
  });

  it('are refused where a field is wrong, missing or unknown', async () => {
    const { post, offer, patch } = await openMuseum();
    const body = { offerId: offer.id, start: START, end: END };
    expect(faultyPaths(expectRefusal(await post({ end: 'soon' }), 400, 'invalid_request'))).to.have.members(['offerId', 'start', 'end']);
    for (const fault of [{ capacity: -1 }, { capacity: 1.5 }, { capacity: '10' }, { end: START }, { seats: 3 }, { start: '2026-06-16' }]) {
      expectRefusal(await post({ ...body, ...fault }), 400, 'invalid_request');
    }
    expectRefusal(await post({ ...body, offerId: 'nothing' }), 422, 'unknown_offer');
    for (const fault of [{ cancelled: false }, { cancelled: true, capacity: 3 }, { offerId: 'other' }, { held: 0 }]) {
      expectRefusal(await patch(fault), 400, 'invalid_request');
    }
  });

  it('have never fewer seats than are taken, and say how many are', async () => {
    const { patch, take } = await openMuseum();
    await take(1, 3);
    const refused = await patch({ capacity: 3 });
    expectRefusal(refused, 409, 'in_use');
    expect(jsonOf(refused)).to.include({ held: 1, confirmed: 3 });
    expect(sessionIn(await patch({ capacity: 4 }))).to.include({ remaining: 0, fill: 1, status: 'full' });
    expect(sessionIn(await patch({ capacity: null }))).to.include({ remaining: null, fill: 0, status: 'open' });
  });

  it('are cancelled for good, are deleted while nobody has booked them, and then are gone', async () => {
    const { ask, path, patch, list, session, take } = await openMuseum();
    await take(1);
    expectRefusal(await patch({ cancelled: true }), 409, 'in_use');
    expectRefusal(await ask(path, { method: 'DELETE' }), 409, 'in_use');
    await take(-1);
    expect(sessionIn(await patch({ cancelled: true })).cancelled).to.equal(true);
    expectRefusal(await patch({ capacity: 50 }), 409, 'session_cancelled');
    expect(jsonOf(await ask(path, { method: 'DELETE' }))).to.deep.equal({ ok: true, deleted: session.id });
    expectRefusal(await ask(path, { method: 'DELETE' }), 404, 'unknown_session');
    expect((await list())['sessions']).to.deep.equal([]);
  });

  it('are listed by start, of an offer and of days of the establishment, page by page', async () => {
    const { post, list, offer, session } = await openMuseum();
    // Ten past midnight in Paris, which is still the day before in Greenwich.
    const { id } = sessionIn(await post({ offerId: offer.id, start: '2026-06-16T22:10:00Z' }), 201);
    const ids = async (query: string) => ((await list(query))['sessions'] as { id: string }[]).map((one) => one.id);
    expect(await ids('')).to.deep.equal([session.id, id]);
    expect(await ids('?from=2026-06-16&to=2026-06-16')).to.deep.equal([session.id]);
    expect(await ids('?from=2026-06-17&to=2026-06-17')).to.deep.equal([id]);
    expect(await ids(`?from=${START}&to=2026-06-16T22:10:00Z`)).to.deep.equal([session.id]);
    expect(await ids('?offer=other')).to.deep.equal([]);
    const { nextCursor } = await list('?limit=1');
    expect(await list(`?limit=1&cursor=${nextCursor}`)).to.deep.include({ nextCursor: null });
    expect(await ids(`?limit=1&cursor=${nextCursor}`)).to.deep.equal([id]);
  });

  it('are of offers that are listed with their rates, in euros and percent', async () => {
    const { ask, offer, services, scope } = await openMuseum();
    const { ok, offers } = jsonOf(await ask('/offers', {}));
    expect(ok).to.equal(true);
    const [only] = keyedOffer.array().parse(offers);
    expect(offers).to.deep.equal([only]);
    expect(only).to.deep.include({ id: offer.id, title: offer.title, online: true });
    expect(only?.rates).to.deep.equal([
      { id: offer.rates[0]?.id, name: { fr: 'Plein tarif' }, price: 12, vatRate: 5.5, conditions: null, active: true },
    ]);
    await services.offers.delete(scope, offer.id);
    expect(jsonOf(await ask('/offers'))['offers']).to.deep.equal([]);
  });

  it('are 403 without the right to write, and for whoever sells no tickets online', async () => {
    const { ask, keys, offer, path, post } = await openMuseum();
    expectRefusal(
      await ask('/sessions', { method: 'POST', key: keys.read, body: { offerId: offer.id, start: START } }),
      403,
      'insufficient_scope',
    );
    expectRefusal(await ask(path, { method: 'DELETE', key: keys.export }), 403, 'insufficient_scope');
    expect((await ask('/sessions', { key: keys.read })).status).to.equal(200);
    expect((await post({ offerId: offer.id, start: START })).status).to.equal(201);
    const off = await openKeyedTill({ trade: 'museum', features: { ...FEATURES, onlineTickets: false } });
    const shop = await openKeyedTill({ trade: 'shop', features: FEATURES });
    for (const without of [off, shop]) {
      for (const [address, method] of [
        ['/offers', 'GET'],
        ['/sessions', 'GET'],
        ['/sessions', 'POST'],
        ['/sessions/x', 'GET'],
        ['/sessions/x', 'PATCH'],
        ['/sessions/x', 'DELETE'],
      ] as const) {
        const body = method === 'POST' || method === 'PATCH' ? {} : undefined;
        expectRefusal(await without.ask(address, { method, ...(body && { body }) }), 403, 'feature_disabled');
      }
    }
  });

  it('leave what changed in the audit log, and nothing of what was refused', async () => {
    const { patch, post, persistence, scope } = await openMuseum();
    expectRefusal(await post({ offerId: 'nothing', start: START, end: END }), 422, 'unknown_offer');
    sessionIn(await patch({ capacity: 12 }));
    const { items } = await persistence.views.audit.list(scope, { page: 1, pageSize: 10 });
    expect(items.map(({ action }) => action)).to.deep.equal(['keyed.updateSession']);
  });
});
