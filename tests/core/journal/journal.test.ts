import { nodeCrypto } from '@comptoir/app/adapters/node-crypto.js';
import { makeJournalSigner } from '@comptoir/app/adapters/node-journal-signer.js';
import type { JournalProblem } from '@comptoir/core/journal/chain-verifier.js';
import { contentOf, type JournalEntry, type JournalHead, linkOf } from '@comptoir/core/journal/journal-entry.js';
import type { JournalViews } from '@comptoir/core/journal/journal-store.js';
import { makeJournalWriter } from '@comptoir/core/journal/journal-writer.js';
import { closureSnapshot, stateIn } from '@comptoir/core/journal/register-state.js';
import { verifyRegister } from '@comptoir/core/journal/verify-register.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { makeMemoryPersistence } from '@comptoir/core/memory-persistence.js';
import type { Persistence } from '@comptoir/core/stores.js';
import { expect } from 'chai';
import fc from 'fast-check';
import { establish } from '../../suites/builders.js';
import { aRefundDraft, aSaleDraft, aSoldLine } from '../../suites/sale-builders.js';

const SIGNER = makeJournalSigner(['a-secret-of-the-journal-with-32-bytes-and-more']);
const STRANGER = makeJournalSigner(['another-secret-with-at-least-32-bytes-in-it']);
const DEPS = { crypto: nodeCrypto, signer: SIGNER };
const HOUR_MS = 3_600_000;

/** A register that sells on the days given, one sale each, with a refund of every third. */
async function sellOn(days: readonly string[], version = '1.0.0', { persistence, scope }: Partial<Awaited<ReturnType<typeof aTill>>> = {}) {
  const till = persistence === undefined || scope === undefined ? await aTill() : { persistence, scope };
  const writer = makeJournalWriter({ ...DEPS, version });
  for (const [index, day] of days.entries()) {
    const at = new Date(`${day}T10:00:00.000Z`);
    await till.persistence.transact(till.scope, async (stores, views) => {
      const work = { journal: stores.journal, views: views.journal };
      const sale = await stores.sales.record(till.scope, aSaleDraft({ at, lines: [aSoldLine({ unitPriceCents: 100 + index })] }));
      await writer.recordSale(work, till.scope, sale, day);
      if (index % 3 !== 2) return;
      const refund = await stores.sales.record(
        till.scope,
        aRefundDraft(sale.id, { at, payments: [{ method: 'cash', amountCents: 100 + index }] }),
      );
      await writer.recordSale(work, till.scope, refund, day);
    });
  }
  return { ...till, writer };
}

async function aTill(): Promise<{ persistence: Persistence; scope: Scope }> {
  const persistence = makeMemoryPersistence();
  const { scope } = await establish(persistence);
  return { persistence, scope };
}

interface Written {
  readonly entries: readonly JournalEntry[];
  readonly heads: readonly JournalHead[];
}

async function writtenBy({ persistence, scope }: { persistence: Persistence; scope: Scope }): Promise<Written> {
  const { items } = await persistence.views.journal.list(scope, { limit: 10_000 });
  return { entries: items, heads: await persistence.views.journal.heads(scope) };
}

/** What the verification says of entries and ends, wherever they come from. */
async function problemsOf({ entries, heads }: Written, signer = SIGNER): Promise<readonly JournalProblem[]> {
  const views: Pick<JournalViews, 'entries'> = {
    entries: async (_scope, { type }, from, limit) =>
      entries
        .filter((entry) => entry.type === type && entry.number >= from)
        .sort((left, right) => left.number - right.number)
        .slice(0, limit),
  };
  const chains = [...new Set(entries.map(({ type }) => type))].map((type) => ({ register: 'Caisse 1', type }));
  const scope: Scope = { tenantId: 't', siteId: 's', actor: { kind: 'public' } };
  return (await verifyRegister({ crypto: nodeCrypto, signer }, views, scope, 'Caisse 1', { chains, heads })).problems;
}

const DAYS = ['2026-11-28', '2026-11-28', '2026-11-29', '2026-11-30', '2026-12-01', '2026-12-31', '2027-01-01', '2027-01-01'];

describe('the fiscal journal', () => {
  it('of a till that was left alone has no problems', async () => {
    const written = await writtenBy(await sellOn(DAYS));
    expect(await problemsOf(written)).to.deep.equal([]);
    expect(written.entries.filter(({ type }) => type === 'sale')).to.have.length(10);
  });

  it('closes days, months and years before the next day sells', async () => {
    const till = await sellOn(DAYS);
    const { entries } = await writtenBy(till);
    const closures = entries.filter(({ type }) => type === 'closure').map(({ snapshot }) => closureSnapshot.parse(JSON.parse(snapshot)));
    expect(closures.map(({ label }) => label)).to.deep.equal([
      '2026-11-28',
      '2026-11-29',
      '2026-11-30',
      '2026-11',
      '2026-12-01',
      '2026-12-31',
      '2026-12',
      '2026',
    ]);
    const [first, , , november] = closures;
    expect(first?.totals).to.deep.include({ count: 2, totalCents: 402, absoluteCents: 402 });
    expect(november?.totals).to.deep.include({ count: 5, totalCents: 710, absoluteCents: 914 });
    expect(closures.at(-1)?.perpetual).to.deep.equal(closures.at(-1)?.totals);
  });

  it('closes what is over when nothing is sold any more, once', async () => {
    const { persistence, scope, writer } = await sellOn(['2026-12-31']);
    const moment = { register: 'Caisse 1', at: new Date('2027-01-01T00:05:00Z'), today: '2027-01-01' };
    const close = () =>
      persistence.transact(scope, ({ journal }, views) => writer.closeBefore({ journal, views: views.journal }, scope, moment));
    expect(await close()).to.equal(3);
    expect(await close()).to.equal(0);
    const written = await writtenBy({ persistence, scope });
    expect(await problemsOf(written)).to.deep.equal([]);
    const head = written.heads.find(({ type }) => type === 'sale');
    expect(stateIn(head?.state ?? ''))
      .to.deep.include({ openDay: null, closedTo: 1 })
      .and.to.have.nested.property('perpetual.count', 1);
  });

  it('does not open a day again when the clock goes back', async () => {
    const written = await writtenBy(await sellOn(['2026-11-29', '2026-11-28', '2026-11-29']));
    expect(written.entries.filter(({ type }) => type === 'closure')).to.deep.equal([]);
    expect(await problemsOf(written)).to.deep.equal([]);
  });

  it('notes that another version of the software goes on', async () => {
    const till = await sellOn(['2026-11-28']);
    await sellOn(['2026-11-28'], '1.1.0', till);
    const { entries } = await writtenBy(till);
    const events = entries.filter(({ type }) => type === 'event').map(({ snapshot }) => JSON.parse(snapshot));
    expect(events).to.deep.equal([{ event: 'version', from: '1.0.0', to: '1.1.0' }]);
  });

  it('is not believed when somebody else has signed it', async () => {
    const written = await writtenBy(await sellOn(['2026-11-28']));
    const problems = await problemsOf(written, STRANGER);
    expect(problems.map(({ problem }) => problem))
      .to.include('unknown_key')
      .and.to.include('bad_head');
  });
});

/** What somebody with every right on the tables can do to them. */
type Tampering = (written: Written, pick: (length: number) => number) => Written;

const changed = (entry: JournalEntry, changes: Partial<JournalEntry>): JournalEntry => ({ ...entry, ...changes });

/** With the digests and links made good again, as far as that goes without the key. */
function rechained(entries: readonly JournalEntry[], type: JournalEntry['type']): readonly JournalEntry[] {
  let previous = '';
  return entries.map((entry) => {
    if (entry.type !== type) return entry;
    const moved = { ...entry, previous };
    const digest = nodeCrypto.sha256(contentOf(moved));
    previous = linkOf(nodeCrypto, { ...moved, digest });
    return { ...moved, digest };
  });
}

const sales = (entries: readonly JournalEntry[]) => entries.filter(({ type }) => type === 'sale');
const others = (entries: readonly JournalEntry[]) => entries.filter(({ type }) => type !== 'sale');
const renumbered = (entries: readonly JournalEntry[]) => entries.map((entry, index) => changed(entry, { number: index + 1 }));
const cheaper = (snapshot: string) =>
  snapshot.replace(/"totalCents":(-?\d+)/, (_all, cents: string) => `"totalCents":${Number(cents) - 1}`);

const TAMPERINGS: Readonly<Record<string, Tampering>> = {
  'an amount is changed': ({ entries, heads }, pick) => {
    const target = sales(entries)[pick(sales(entries).length)];
    return { heads, entries: entries.map((entry) => (entry === target ? changed(entry, { snapshot: cheaper(entry.snapshot) }) : entry)) };
  },
  'an amount is changed and everything after it made good': ({ entries, heads }, pick) => {
    const target = sales(entries)[pick(sales(entries).length)];
    const edited = entries.map((entry) => (entry === target ? changed(entry, { snapshot: cheaper(entry.snapshot) }) : entry));
    return { heads, entries: rechained(edited, 'sale') };
  },
  'an entry is deleted': ({ entries, heads }, pick) => {
    const target = entries[pick(entries.length)];
    return { heads, entries: entries.filter((entry) => entry !== target) };
  },
  'an entry is deleted and those after it are renumbered and made good': ({ entries, heads }, pick) => {
    const target = sales(entries)[pick(sales(entries).length)];
    const left = renumbered(sales(entries).filter((entry) => entry !== target));
    return { heads, entries: [...others(entries), ...rechained(left, 'sale')] };
  },
  'two entries change places': ({ entries, heads }, pick) => {
    const list = [...sales(entries)];
    const at = pick(list.length - 1);
    const [one, two] = [list[at], list[at + 1]];
    if (one !== undefined && two !== undefined) list.splice(at, 2, two, one);
    return { heads, entries: [...others(entries), ...renumbered(list)] };
  },
  'an entry is put in': ({ entries, heads }, pick) => {
    const list = [...sales(entries)];
    const at = pick(list.length);
    const model = list[at];
    if (model !== undefined) list.splice(at, 0, changed(model, { snapshot: cheaper(model.snapshot) }));
    return { heads, entries: [...others(entries), ...rechained(renumbered(list), 'sale')] };
  },
  'the end is cut off': ({ entries, heads }, pick) => {
    const keep = pick(sales(entries).length);
    return { heads, entries: entries.filter(({ type, number }) => type !== 'sale' || number <= keep) };
  },
  'the end is cut off, and what says where it was moved back': ({ entries, heads }, pick) => {
    const keep = pick(sales(entries).length - 1) + 1;
    const last = sales(entries)[keep - 1];
    const link = last === undefined ? '' : linkOf(nodeCrypto, last);
    return {
      entries: entries.filter(({ type, number }) => type !== 'sale' || number <= keep),
      heads: heads.map((head) => (head.type === 'sale' ? { ...head, number: keep, link } : head)),
    };
  },
  'the end of a chain is deleted': ({ entries, heads }, pick) => {
    const target = heads[pick(heads.length)];
    return { entries, heads: heads.filter((head) => head !== target) };
  },
  'what was added up is changed': ({ entries, heads }) => ({
    entries,
    heads: heads.map((head) => (head.type === 'sale' ? { ...head, state: cheaper(head.state) } : head)),
  }),
  'an instant is changed': ({ entries, heads }, pick) => {
    const target = entries[pick(entries.length)];
    return {
      heads,
      entries: entries.map((entry) => (entry === target ? changed(entry, { at: new Date(entry.at.getTime() - HOUR_MS) }) : entry)),
    };
  },
  'everything is signed anew with another key': ({ entries, heads }) => ({
    heads,
    entries: entries.map((entry) => changed(entry, { signature: STRANGER.sign(entry.digest), keyId: STRANGER.keyId })),
  }),
};

describe('what somebody does to the journal who may do everything to its tables', function () {
  this.timeout(60_000);
  let written: Written;

  before(async () => {
    written = await writtenBy(
      await sellOn(Array.from({ length: 40 }, (_none, index) => `2026-${index < 20 ? 11 : 12}-${10 + (index % 20)}`)),
    );
  });

  for (const [name, tamper] of Object.entries(TAMPERINGS)) {
    it(`shows when ${name}`, async () => {
      await fc.assert(
        fc.asyncProperty(fc.infiniteStream(fc.nat()), async (stream) => {
          const pick = (length: number) => (stream.next().value ?? 0) % length;
          expect(await problemsOf(tamper(written, pick))).to.not.deep.equal([]);
        }),
        { numRuns: 150 },
      );
    });
  }

  it('is named: the entry that was changed, the number that is missing', async () => {
    const edited = written.entries.map((entry) =>
      entry.type === 'sale' && entry.number === 7 ? changed(entry, { snapshot: cheaper(entry.snapshot) }) : entry,
    );
    expect(await problemsOf({ ...written, entries: edited })).to.deep.include({
      register: 'Caisse 1',
      type: 'sale',
      number: 7,
      problem: 'altered',
    });
    const without = written.entries.filter(({ type, number }) => type !== 'sale' || number !== 9);
    expect(await problemsOf({ ...written, entries: without })).to.deep.include({
      register: 'Caisse 1',
      type: 'sale',
      number: 9,
      problem: 'missing',
    });
    const forged = rechained(edited, 'sale');
    const [first, ...rest] = (await problemsOf({ ...written, entries: forged })).filter(({ problem }) => problem === 'bad_signature');
    expect(first).to.deep.include({ type: 'sale', number: 7 });
    expect(rest.every(({ number }) => number > 7)).to.equal(true);
  });
});
