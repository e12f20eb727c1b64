import { type JournalEntry, linkOf } from '../journal/journal-entry.js';
import type { JournalSigner } from '../journal/journal-signer.js';
import type { ChainSpan, JournalViews } from '../journal/journal-store.js';
import type { JournalWriter } from '../journal/journal-writer.js';
import { presentEntry } from '../keyed/journal-contract.js';
import type { Clock } from '../kit/clock.js';
import type { Crypto } from '../kit/crypto.js';
import { DomainError } from '../kit/errors.js';
import type { Ids } from '../kit/ids.js';
import { actorName, type Scope } from '../kit/scope.js';
import type { Site } from '../sites/site.js';
import { addDays, instantAt, wallTimeAt } from '../sites/wall-time.js';
import type { Stores, TransactAll, Views } from '../stores.js';
import { ARCHIVE_DAYS_MAX, ARCHIVE_FORMAT, type ArchivedChain, type JournalArchive } from './archive.js';
import { SITE_REGISTER } from './register.js';
import { journalWork, siteOf } from './till-moment.js';

export interface ArchivePeriod {
  /** `YYYY-MM-DD`: the first day, by the clocks of the establishment … */
  readonly from: string;
  /** … and the last. */
  readonly to: string;
}

/** Freezes periods of the fiscal journal as files that are checked without this server. */
export interface ArchivesService {
  /**
   * The archive of the period: its digest, signed, which the journal is told of. Again: the one that was made. Throws `invalid_request` for a period that
   * is not over, or longer than a year.
   */
  freeze(scope: Scope, period: ArchivePeriod): Promise<JournalArchive>;
  /** A piece of the file, from a place that the piece before named; the same to the character whenever it is asked for. */
  piece(scope: Scope, archive: JournalArchive, from: ArchivePlace): Promise<ArchivePiece>;
}

/** A place in an archive: its nth chain, and an entry of that; the first line comes before the first chain. */
export interface ArchivePlace {
  readonly chain: number;
  readonly entry: number;
}

export const ARCHIVE_BEGIN: ArchivePlace = { chain: -1, entry: 0 };

export interface ArchivePiece {
  readonly lines: readonly string[];
  /** Null: that was the last. */
  readonly next: ArchivePlace | null;
}

export interface ArchivesDeps {
  readonly transact: TransactAll;
  readonly views: Pick<Views, 'journal'>;
  readonly journal: JournalWriter;
  readonly signer: JournalSigner;
  readonly crypto: Crypto;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** What is known of an archive before it is signed. */
type Contents = Pick<JournalArchive, 'header' | 'chains'>;

const BATCH = 500;

export function makeArchivesService({ transact, views: outside, journal, signer, crypto, clock, ids }: ArchivesDeps): ArchivesService {
  async function pieceOf(
    views: ArchivesDeps['views'],
    scope: Scope,
    contents: Contents,
    { chain, entry }: ArchivePlace,
  ): Promise<ArchivePiece> {
    const part = contents.chains[chain];
    const following = contents.chains[chain + 1];
    const next = following === undefined ? null : { chain: chain + 1, entry: following.first };
    if (part === undefined) return { lines: [contents.header], next };
    const { register, type, last } = part;
    const entries = await views.journal.entries(scope, { register, type }, entry, Math.min(BATCH, last - entry + 1));
    const lines = entries.map((one) => JSON.stringify(presentEntry(one)));
    return { lines, next: entry + BATCH > last ? next : { chain, entry: entry + BATCH } };
  }

  async function digestOf(views: ArchivesDeps['views'], scope: Scope, contents: Contents): Promise<string> {
    const digest = crypto.digest();
    for (let place: ArchivePlace | null = ARCHIVE_BEGIN; place !== null; ) {
      const piece: ArchivePiece = await pieceOf(views, scope, contents, place);
      for (const line of piece.lines) digest.update(`${line}\n`);
      place = piece.next;
    }
    return digest.hex();
  }

  async function record(stores: Stores, views: Views, scope: Scope, archive: JournalArchive, today: string): Promise<void> {
    const { from, to, entries, digest, by, at } = archive;
    await stores.till.addArchive(scope, archive);
    const moment = { register: SITE_REGISTER, at, today };
    await journal.recordEvent(journalWork(stores, views), scope, moment, { event: 'archive', from, to, entries, digest, by });
  }

  return {
    freeze: (scope, { from, to }) =>
      transact(scope, async (stores, views) => {
        const known = await views.till.archiveOf(scope, from, to);
        if (known !== null) return known;
        const [site, at] = [await siteOf(views, scope), clock.now()];
        const { date: today } = wallTimeAt(at, site.timezone);
        requirePeriod({ from, to }, today);
        const spans = await views.journal.spans(scope, instantAt(from, '00:00', site.timezone), instantAt(to, '24:00', site.timezone));
        const chains: ArchivedChain[] = [];
        for (const span of spans) chains.push(await archivedChain(views.journal, crypto, scope, span));
        const entries = chains.reduce((sum, { first, last }) => sum + last - first + 1, 0);
        const facts = { id: ids.uuid(), from, to, at, chains };
        const header = JSON.stringify(headerOf(site, facts, signer));
        const digest = await digestOf(views, scope, { header, chains });
        const signed = { digest, signature: signer.sign(digest), keyId: signer.keyId };
        const archive = { ...facts, header, entries, ...signed, by: actorName(scope.actor) };
        await record(stores, views, scope, archive, today);
        return archive;
      }),

    piece: (scope, archive, from) => pieceOf(outside, scope, archive, from),
  };
}

function headerOf(
  { id, slug, name, timezone }: Site,
  facts: Pick<JournalArchive, 'id' | 'from' | 'to' | 'at' | 'chains'>,
  signer: JournalSigner,
) {
  const keys = signer.publicKeys().map(({ keyId, jwk }) => ({ keyId, jwk }));
  const site = { id, slug, name, timezone };
  const { at, id: archiveId, ...rest } = facts;
  return { format: ARCHIVE_FORMAT, id: archiveId, site, archivedAt: at.toISOString(), keys, ...rest };
}

async function archivedChain(
  views: Pick<JournalViews, 'entries'>,
  crypto: Crypto,
  scope: Scope,
  { register, type, first, last }: ChainSpan,
): Promise<ArchivedChain> {
  const entryAt = async (number: number): Promise<JournalEntry | undefined> =>
    (await views.entries(scope, { register, type }, number, 1)).find((entry) => entry.number === number);
  const [begin, end] = [await entryAt(first), await entryAt(last)];
  if (begin === undefined || end === undefined) throw new Error(`The chain ${type}/${register} has no entry ${first} or ${last}.`);
  return { register, type, first, last, previous: begin.previous, link: linkOf(crypto, end) };
}

function requirePeriod({ from, to }: ArchivePeriod, today: string): void {
  if (to < from || to > addDays(from, ARCHIVE_DAYS_MAX - 1)) throw fault('to', 'A period is of one day to a year.');
  if (to >= today) throw fault('to', 'Only what is over is archived.');
}

function fault(path: string, message: string): DomainError {
  return new DomainError('invalid_request', { issues: [{ path, message }] });
}
