import { createHash } from 'node:crypto';
import {
  annulAnswer,
  attendanceAnswer,
  occupancyAnswer,
  scanAnswer,
  scansAnswer,
  ticketsAnswer,
  uploadAnswer,
} from '@comptoir/core/access/access-contract.js';
import { NO_FIELDS } from '@comptoir/core/api-keys/key-contract.js';
import type { Ticket } from '@comptoir/core/ticketing/ticket.js';
import { expect } from 'chai';
import { aSite, HOUR_MS, minutesAfter, NOON } from '../../../suites/builders.js';
import { aBookedSession } from '../../../suites/ticket-builders.js';
import { jsonOf } from '../../call.js';
import { expectRefusal } from '../../refusal.js';
import { closeAll } from '../../serve.js';
import { type KeyedTill, openKeyedTill } from './shop-key.js';

const FEATURES = { ...aSite().features, accessControl: true, attendance: true };

describe('access control by key', () => {
  let till: KeyedTill;
  let ticket: Ticket;
  let device: string;

  beforeEach(async () => {
    till = await openKeyedTill({ trade: 'museum', features: FEATURES, timezone: 'Europe/Paris' });
    ({ ticket } = await aBookedSession(till.persistence, till.scope));
    device = (await till.services.keys.create(till.scope, 'device', { ...NO_FIELDS, name: 'Porte A' })).secret;
    till.clock.advance(2 * HOUR_MS);
  });

  afterEach(closeAll);

  const scan = (changes: Record<string, unknown> = {}, options = {}) =>
    till.ask('/access/scan', {
      method: 'POST',
      body: { code: ticket.code, gate: 'A', direction: 'entry', nonce: 'one', ...changes },
      ...options,
    });
  const scanned = async (changes: Record<string, unknown> = {}) => {
    const answer = await scan(changes);
    expect(answer.status, answer.text).to.equal(200);
    return scanAnswer.parse(jsonOf(answer));
  };
  const listed = async (query = '') => scansAnswer.parse(jsonOf(await till.ask(`/access/scans${query}`, { key: till.keys.read }))).scans;
  const occupancy = async () => occupancyAnswer.parse(jsonOf(await till.ask('/access/occupancy', { key: till.keys.read })));

  it('admits a ticket once, says where it came in, and how many are inside', async () => {
    const first = await scanned();
    const second = await scanned({ nonce: 'two', gate: 'B' });

    expect(first).to.deep.include({
      ok: true,
      admitted: true,
      reason: null,
      elsewhere: null,
      occupancy: 1,
      at: minutesAfter(NOON, 120).toISOString(),
    });
    expect(first.ticket).to.deep.include({
      kind: 'ticket',
      id: ticket.id,
      label: 'Plein tarif',
      state: 'used',
      sessionId: ticket.sessionId,
    });
    expect(second).to.deep.include({ admitted: false, reason: 'used', elsewhere: { gate: 'A', at: first.at }, occupancy: 1 });
  });

  it('answers a nonce that comes again as the first time, without another scan', async () => {
    const first = await scanned();

    expect(await scanned()).to.deep.equal(first);
    expect(await scanned({ direction: 'exit', code: 'another' })).to.deep.equal(first);
    expect(await listed()).to.have.length(1);
  });

  it('lets out and in again', async () => {
    await scanned();
    expect(await scanned({ nonce: 'two', direction: 'exit' })).to.deep.include({ admitted: true, occupancy: 0 });
    expect(await scanned({ nonce: 'three', direction: 'exit' })).to.deep.include({ admitted: true, occupancy: 0 });
    expect(await scanned({ nonce: 'four' })).to.deep.include({ admitted: true, occupancy: 1 });

    expect(await occupancy()).to.deep.include({
      ...{ day: '2026-06-16', occupancy: 1, entries: 2, exits: 1 },
      gates: [{ gate: 'A', entries: 2, exits: 1, inside: 1 }],
    });
  });

  it('refuses an unknown code, and keeps it by its hash', async () => {
    expectRefusal(await scan({ code: 'k4m7p9qrst2vwxyz3abc5defgh' }), 404, 'unknown_ticket');

    const [kept] = await listed();
    const codeHash = createHash('sha256').update('k4m7p9qrst2vwxyz3abc5defgh').digest('hex');
    expect(kept).to.deep.include({ admitted: false, reason: 'invalid', ticketId: null, codeHash });
    expect(JSON.stringify(await till.services.views.audit.list(till.scope, { page: 1, pageSize: 50 }))).not.to.include('k4m7p9');
  });

  it('takes a code in capitals and groups, as people type it', async () => {
    const typed = (ticket.code.toUpperCase().match(/.{1,4}/g) ?? []).join(' ');
    expect((await scanned({ code: typed })).admitted).to.equal(true);
  });

  it('annuls an admission: the ticket lets in again; a refusal and what is long past stay', async () => {
    await scanned();
    await scanned({ nonce: 'two' });
    const annul = (nonce: string) => till.ask('/access/scans/annul', { method: 'POST', body: { gate: 'A', nonce }, key: device });

    const annulled = annulAnswer.parse(jsonOf(await annul('one')));
    expect(annulled.scan.annulledAt).to.equal(minutesAfter(NOON, 120).toISOString());
    expect((await occupancy()).occupancy).to.equal(0);
    expectRefusal(await annul('two'), 409, 'scan_settled');
    expectRefusal(await annul('three'), 404, 'unknown_scan');
    expect((await scanned({ nonce: 'four' })).admitted).to.equal(true);
    till.clock.advance(16 * 60_000);
    expectRefusal(await annul('four'), 409, 'scan_settled');
  });

  it('takes what a gate decided offline, in any order, again and again, and names both gates of a conflict', async () => {
    await scanned({ gate: 'B', nonce: 'b' });
    till.clock.advance(20 * 60_000);
    const scans = [
      { code: 'nobody', nonce: 'three', at: minutesAfter(NOON, 126).toISOString() },
      { code: ticket.code, nonce: 'two', at: minutesAfter(NOON, 125).toISOString(), direction: 'exit' },
      { code: ticket.code, nonce: 'one', at: minutesAfter(NOON, 122).toISOString() },
      { code: ticket.code, nonce: 'four', at: minutesAfter(NOON, 127).toISOString(), reason: 'used' },
    ];
    const upload = async () =>
      uploadAnswer.parse(jsonOf(await till.ask('/access/scans/upload', { method: 'POST', body: { gate: 'A', scans }, key: device })));

    const report = await upload();

    const elsewhere = { gate: 'B', at: minutesAfter(NOON, 120).toISOString() };
    expect(report).to.deep.include({ kept: 4, repeated: 0, occupancy: 1 });
    expect(report.conflicts).to.deep.equal([
      { nonce: 'one', gate: 'A', reason: 'used', ticketId: ticket.id, at: minutesAfter(NOON, 122).toISOString(), elsewhere },
      { nonce: 'three', gate: 'A', reason: 'invalid', ticketId: null, at: minutesAfter(NOON, 126).toISOString(), elsewhere: null },
    ]);
    expect(await upload()).to.deep.equal({ ...report, repeated: 4 });
    expect((await listed('?gate=A')).map(({ nonce, admitted, forced }) => [nonce, admitted, forced])).to.deep.equal([
      ['four', false, null],
      ['three', false, null],
      ['two', true, null],
      ['one', true, 'used'],
    ]);
  });

  it('gives gates tickets to take along, without their codes', async () => {
    await scanned();

    const answer = await till.ask('/access/tickets', { key: device });

    const hash = createHash('sha256').update(ticket.code).digest('hex');
    const [along] = ticketsAnswer.parse(jsonOf(answer)).tickets;
    expect(along).to.deep.include({ id: ticket.id, hash, state: 'used', inside: 1 });
    expect(answer.text).not.to.include(ticket.code);
  });

  it('counts people by hand beside those who were scanned', async () => {
    await scanned();
    const count = (body: Record<string, unknown>) => till.ask('/attendance', { method: 'POST', body });
    expect((await count({ count: 25, note: 'Groupe' })).status).to.equal(201);
    await count({ count: -5 });

    const attendance = attendanceAnswer.parse(jsonOf(await till.ask('/attendance?from=2026-06-16&to=2026-06-16')));

    const sums = { scanned: 1, counted: 20, total: 21 };
    expect(attendance).to.deep.equal({ ok: true, total: 21, days: [{ day: '2026-06-16', ...sums, hours: [{ hour: 14, ...sums }] }] });
    expectRefusal(await count({ count: 1, at: '2030-01-01T00:00:00Z' }), 400, 'invalid_request');
  });

  it('lets a device scan and nothing else, a reader read and nothing else', async () => {
    expect((await scan({}, { key: device })).status).to.equal(200);
    for (const path of ['/access/scans', '/attendance', '/sales', '/shop'])
      expectRefusal(await till.ask(path, { key: device }), 401, 'invalid_key');
    expectRefusal(await scan({ nonce: 'two' }, { key: till.keys.read }), 403, 'insufficient_scope');
    expectRefusal(await till.ask('/access/gates', { key: `${device}x` }), 401, 'invalid_key');
  });

  it('is refused where the establishment has switched it off', async () => {
    const other = await openKeyedTill({ trade: 'museum' });
    for (const path of ['/access/scans', '/access/occupancy', '/access/gates', '/access/tickets', '/access/passes', '/attendance']) {
      expectRefusal(await other.ask(path), 403, 'feature_disabled');
    }
    const body = { code: ticket.code, gate: 'A', nonce: 'one' };
    expectRefusal(await other.ask('/access/scan', { method: 'POST', body }), 403, 'feature_disabled');
  });

  it('does not know the tickets of another establishment', async () => {
    const other = await openKeyedTill({ trade: 'museum', features: FEATURES, slug: 'autre' }, { persistence: till.persistence });
    const body = { code: ticket.code, gate: 'A', nonce: 'one' };
    expectRefusal(await other.ask('/access/scan', { method: 'POST', body }), 404, 'unknown_ticket');
    expect((await till.services.views.tickets.get(till.scope, ticket.id))?.state).to.equal('valid');
  });
});
