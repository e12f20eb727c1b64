import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openDatabase } from '@comptoir/adapters-db/database.js';
import { nodeCrypto } from '@comptoir/app/adapters/node-crypto.js';
import { nodeProcesses } from '@comptoir/app/adapters/node-processes.js';
import { DEMO_TENANT_ID, loadDemo } from '@comptoir/app/demo/load-demo.js';
import { type FixedClock, fixedClock } from '@comptoir/core/kit/clock.js';
import { silentLogger } from '@comptoir/core/kit/logger.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { makeServices, type Services } from '@comptoir/core/services.js';
import { ARCHIVE_BEGIN, type ArchivePlace } from '@comptoir/core/till/archives-service.js';
import { expect } from 'chai';
import { DAY_MS, NOON } from '../suites/builders.js';
import { aGroup, aPass, aPassUse } from '../suites/guest-builders.js';
import { aCoupon } from '../suites/reference-builders.js';
import { aSaleDraft } from '../suites/sale-builders.js';
import { aGate, aScan, SCAN_HOUR } from '../suites/scan-builders.js';
import { refusalOf } from '../suites/suite.js';
import { plainPasswords, testDeps } from '../support/service-deps.js';

const SLUGS = ['chez-lucie', 'atelier-nord', 'musee-des-ondes'];
const TODAY = NOON.toISOString().slice(0, 10);
/** Of what every establishment here has something. */
const KINDS = [
  ...['till_registers', 'till_shifts', 'till_cash_movements', 'sales', 'sale_copies', 'journal_archives'],
  ...['access_gates', 'access_scans', 'access_counts', 'attendance_counts', 'passes', 'pass_uses', 'visitor_groups'],
];
const OPEN_TIMEOUT_MS = 240_000;

interface House {
  readonly database: Database;
  readonly services: Services;
  readonly clock: FixedClock;
  close(): Promise<void>;
}

async function aHouse(): Promise<House> {
  const directory = await mkdtemp(join(tmpdir(), 'comptoir-export-'));
  const database = await openDatabase(
    { kind: 'embedded', directory: join(directory, 'db') },
    { logger: silentLogger, processes: nodeProcesses },
  );
  await database.migrate();
  const clock = fixedClock(NOON);
  const services = makeServices(testDeps({ persistence: database.persistence, clock, crypto: nodeCrypto }));
  const close = async () => {
    await database.close();
    await rm(directory, { recursive: true });
  };
  return { database, services, clock, close };
}

async function scopeOf({ services }: House, slug: string): Promise<Scope> {
  const site = await services.views.sites.bySlug(slug);
  if (site === null) throw new Error(`${slug} is not there`);
  return { tenantId: DEMO_TENANT_ID, siteId: site.id, actor: { kind: 'system', name: 'tests' } };
}

async function linesOf(house: House, slug: string, cursor: string | null = null): Promise<string[]> {
  let text = '';
  for await (const piece of house.services.exports.pieces(await scopeOf(house, slug), cursor)) text += piece;
  return text.trimEnd().split('\n');
}

async function* each(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines;
}

/** What outsiders are told of an establishment. */
async function answersOf({ services: { views } }: House, scope: Scope): Promise<unknown> {
  return {
    site: await views.sites.get(scope),
    menu: await views.catalogue.menu(scope),
    products: await views.products.all(scope),
    levels: await views.stock.levels(scope),
    orders: await views.orders.list(scope, { page: 1, pageSize: 100 }),
    clients: await views.clients.list(scope, { page: 1, pageSize: 100 }),
    invoices: await views.invoices.list(scope, { page: 1, pageSize: 100 }),
    sales: await views.sales.list(scope, { limit: 100 }),
    journal: await views.journal.list(scope, { limit: 100 }),
    groups: await views.groups.list(scope, { page: 1, pageSize: 100 }),
    passes: await views.passes.list(scope, { page: 1, pageSize: 100 }),
    shifts: await views.till.shifts(scope, { page: 1, pageSize: 100 }),
    archives: await views.till.archives(scope, { page: 1, pageSize: 100 }),
    scans: await views.scans.list(scope, { limit: 100 }),
    attendance: await views.scans.hours(scope, { first: TODAY, last: TODAY }),
  };
}

describe('the full export', function () {
  this.timeout(OPEN_TIMEOUT_MS);
  let from: House;
  let into: House;
  const exported = new Map<string, string[]>();

  before(async () => {
    [from, into] = [await aHouse(), await aHouse()];
    await loadDemo(from.services, plainPasswords, { history: false });
    for (const slug of SLUGS) await withGuestsAndSales(from, await scopeOf(from, slug));
    from.clock.advance(2 * DAY_MS);
    for (const slug of SLUGS) await from.services.archives.freeze(await scopeOf(from, slug), { from: TODAY, to: TODAY });
    for (const slug of SLUGS) exported.set(slug, await linesOf(from, slug));
  });
  after(async () => {
    await from.close();
    await into.close();
  });

  const linesFor = (slug: string) => exported.get(slug) ?? [];
  const importOf = (lines: readonly string[]) => into.services.imports.take(() => each(lines));
  const refusalFor = async (change: (lines: string[]) => string[]) => {
    const refusal = await refusalOf(importOf(change([...linesFor('chez-lucie')])));
    return [refusal.code, refusal.facts['line']];
  };
  const recordAt = (kind: string) => linesFor('chez-lucie').findIndex((line) => line.startsWith(`{"kind":"${kind}"`));

  it('refuses what is cut, naming the line where it ends', async () => {
    expect(await refusalFor((lines) => lines.slice(0, -1))).to.deep.equal(['invalid_export', linesFor('chez-lucie').length - 1]);
  });

  it('refuses an export from which a record was taken', async () => {
    const [code] = await refusalFor((lines) => lines.toSpliced(recordAt('coupons'), 1));
    expect(code).to.equal('invalid_export');
  });

  it('refuses a record of somebody else, one that is none, and one that the database refuses, naming its line', async () => {
    const at = recordAt('items');
    const change = (to: (line: string) => string) => (lines: string[]) => lines.with(at, to(lines[at] ?? ''));

    const faults = [
      change((line) => line.replace(/"tenant_id": "[^"]+"/, '"tenant_id": "0196a3de-0000-7000-8000-000000000000"')),
      change(() => 'nothing'),
      change((line) => line.replace(/"price_cents": \d+/, '"price_cents": "much"')),
    ];

    for (const fault of faults) expect(await refusalFor(fault)).to.deep.equal(['invalid_export', at + 1]);
  });

  it('refuses a journal that was changed', async () => {
    const at = recordAt('journal_entries');
    expect(at).to.be.greaterThan(0);
    const [code] = await refusalFor((lines) => lines.with(at, (lines[at] ?? '').replace('Caisse', 'Kasse')));
    expect(code).to.equal('invalid_export');
  });

  it('holds some of everything that a till and its gates keep', () => {
    const { counts } = JSON.parse(linesFor('musee-des-ondes').at(-1) ?? '');
    expect([...KINDS, 'tickets', 'bookings'].filter((kind) => !(counts[kind] > 0))).to.deep.equal([]);
  });

  it('leaves nothing behind of what it has refused', async () => {
    expect(await into.services.views.sites.bySlug('chez-lucie')).to.equal(null);
  });

  it('is taken in by an empty database, which then gives the same answers and the same export', async () => {
    for (const slug of SLUGS) {
      const { records, journalEntries } = await importOf(linesFor(slug));

      expect(records).to.equal(JSON.parse(linesFor(slug).at(-1) ?? '').records);
      expect(journalEntries).to.be.greaterThan(0);
      expect((await linesOf(into, slug)).slice(1)).to.deep.equal(linesFor(slug).slice(1));
      const scope = await scopeOf(into, slug);
      expect(await answersOf(into, scope)).to.deep.equal(await answersOf(from, scope));
      expect((await into.services.journal.verify(scope)).problems).to.deep.equal([]);
      expect(await archiveOf(into, scope)).to.deep.equal(await archiveOf(from, scope));
    }
  });

  it('refuses an establishment that is there', async () => {
    expect((await refusalOf(importOf(linesFor('chez-lucie')))).code).to.equal('duplicate');
  });

  it('goes on behind any cursor, without loss or doubling', async () => {
    const lines = linesFor('atelier-nord');
    const cursors = lines.flatMap((line, index) => (line.startsWith('{"cursor"') ? [index] : []));
    expect(cursors.length).to.be.greaterThan(3);
    for (const index of cursors.filter((_, place) => place % 3 === 0)) {
      const rest = await linesOf(from, 'atelier-nord', JSON.parse(lines[index] ?? '').cursor);
      expect([...lines.slice(0, index + 1), ...rest]).to.deep.equal(lines);
    }
  });

  it('refuses a cursor of something else', async () => {
    expect((await refusalOf(linesOf(from, 'chez-lucie', 'abcd'))).code).to.equal('invalid_request');
  });

  it('holds no hash of a key, of a session or of a link', () => {
    const text = SLUGS.flatMap(linesFor).join('\n');
    expect(text).to.not.match(/"(?:token_hash|password_hash|hash)":/);
  });
});

/** Something of everything that the demo does not bring. */
async function withGuestsAndSales(house: House, scope: Scope): Promise<void> {
  await sellAtTheTill(house, scope);
  const pass = aPass();
  const coupons = Array.from({ length: 4500 }, (_, index) => aCoupon({ code: `LOT-${index}` }));
  await house.database.persistence.transact(scope, async ({ coupons: kept, groups, passes, accessGates }) => {
    await kept.createFree(scope, coupons);
    await accessGates.create(scope, aGate());
    await groups.create(scope, aGroup());
    await passes.create(scope, pass);
    const use = aPassUse(pass.id);
    await passes.addUse(scope, use);
    await passes.addUse(scope, aPassUse(pass.id, { entries: -1, annuls: use.id }));
  });
  await letIn(house, scope);
}

/** A shift that is over, one that is on, and a register for practice. */
async function sellAtTheTill({ services: { till, sales, receipts } }: House, scope: Scope): Promise<void> {
  const drafted = aSaleDraft({ at: NOON });
  const draft = () => ({
    ...aSaleDraft({ at: NOON }),
    lines: drafted.lines.map((line) => ({ ...line, itemId: null, variantId: null })),
  });
  const { id } = await till.createRegister(scope, drafted.register);
  await till.openShift(scope, id, 10_000);
  for (let count = 0; count < 3; count += 1) {
    const sale = await sales.sell(scope, draft());
    if (count === 0) await receipts.duplicate(scope, sale.id);
  }
  await till.moveCash(scope, id, { direction: 'out', amountCents: 500, reason: 'Timbres' });
  await till.closeShift(scope, id, [{ method: 'cash', amountCents: 10_000 }]);
  await till.openShift(scope, id, 0);
  const school = await till.createRegister(scope, 'École');
  await till.updateRegister(scope, school.id, { training: true });
  await sales.practise(scope, { ...draft(), register: school.name });
}

/** Two holders of tickets, of whom one should not have been, somebody whom nobody knows, and a class that was counted by hand. */
async function letIn({ services: { access, views }, database }: House, scope: Scope): Promise<void> {
  const site = await views.sites.get(scope);
  if (site === null) throw new Error('It is not there.');
  const [one, other] = [aScan(scope), aScan(scope)];
  await database.persistence.transact(scope, async ({ scans }) => {
    for (const scan of [one, other]) await scans.add(scope, scan, SCAN_HOUR);
  });
  await access.annul(scope, site, other);
  await access.scan(scope, site, { gate: one.gate, direction: 'entry', at: null, code: 'nobody', nonce: 'nobody' });
  await access.count(scope, site, { count: 28, at: null, note: 'Une classe' });
}

/** The archive with its file, whose digest is the one that was signed. */
async function archiveOf({ services: { archives, views } }: House, scope: Scope) {
  const archive = await views.till.archiveOf(scope, TODAY, TODAY);
  if (archive === null) throw new Error('There is no archive.');
  const lines: string[] = [];
  for (let place: ArchivePlace | null = ARCHIVE_BEGIN; place !== null; ) {
    const piece = await archives.piece(scope, archive, place);
    lines.push(...piece.lines);
    place = piece.next;
  }
  const digest = createHash('sha256')
    .update(lines.map((line) => `${line}\n`).join(''))
    .digest('hex');
  expect([digest, lines.length]).to.deep.equal([archive.digest, archive.entries + 1]);
  return { archive, lines };
}
