import { JOURNAL_PROBLEMS } from '@comptoir/core/journal/chain-verifier.js';
import { fecLines } from '@comptoir/core/journal/fec.js';
import { JOURNAL_FORMAT, type JournalHead, RECORD_TYPES } from '@comptoir/core/journal/journal-entry.js';
import { chainName, journalRecord, presentEntry, presentReport } from '@comptoir/core/keyed/journal-contract.js';
import { DomainError } from '@comptoir/core/kit/errors.js';
import { slugSchema } from '@comptoir/core/kit/validate.js';
import { wallTimeAt } from '@comptoir/core/sites/wall-time.js';
import { ARCHIVE_FORMAT } from '@comptoir/core/till/archive.js';
import { ARCHIVE_BEGIN } from '@comptoir/core/till/archives-service.js';
import { z } from 'zod';
import { defineCommand } from './command.js';
import { scopeOf, siteBySlug } from './lookups.js';
import { table } from './table.js';

/** Entries that travel in one piece. */
const PAGE = 500;

const problem = z.object({ chain: z.string(), number: z.int(), problem: z.enum(JOURNAL_PROBLEMS) });

/** Checks the whole journal of an establishment. It only looks. */
export const verifyJournal = defineCommand({
  name: 'journal.verify',
  args: z.object({ site: slugSchema }),
  result: z.object({
    site: z.object({ slug: z.string(), name: z.string() }),
    valid: z.boolean(),
    entries: z.int(),
    chains: z.int(),
    problems: z.array(problem),
  }),
  async run({ services }, { site: slug }) {
    const site = await siteBySlug(services, slug);
    const report = await services.journal.verify(scopeOf(site));
    const { valid, entries, problems } = presentReport(report);
    return { site: { slug, name: site.name }, valid, entries, chains: report.chains, problems };
  },
  complaint: ({ problems }) => (problems.length === 0 ? null : `${problems.length} problems in the journal`),
  print({ site, entries, chains, problems }) {
    const summary = `${site.name}: ${entries} entries in ${chains} chains, ${problems.length} problems`;
    if (problems.length === 0) return summary;
    const rows = problems.map(({ chain, number, problem: kind }) => [chain, String(number), kind]);
    return `${table(['CHAIN', 'NUMBER', 'PROBLEM'], rows)}\n${summary}`;
  },
});

const headRecord = z.object({
  register: z.string(),
  type: z.enum(RECORD_TYPES),
  number: z.int(),
  link: z.string(),
  state: z.string(),
  seal: z.string(),
  keyId: z.string(),
});

/** The first line of an export: what it takes to check the others. */
export const beginExport = defineCommand({
  name: 'journal.begin',
  args: z.object({ site: slugSchema }),
  result: z.object({
    format: z.literal(JOURNAL_FORMAT),
    site: z.object({ id: z.string(), slug: z.string(), name: z.string(), timezone: z.string() }),
    exportedAt: z.string(),
    keys: z.array(z.object({ keyId: z.string(), jwk: z.record(z.string(), z.string()) })),
    heads: z.array(headRecord),
  }),
  async run({ services }, { site: slug }) {
    const site = await siteBySlug(services, slug);
    const heads = await services.views.journal.heads(scopeOf(site));
    return {
      format: JOURNAL_FORMAT,
      site: { id: site.id, slug, name: site.name, timezone: site.timezone },
      exportedAt: services.clock.now().toISOString(),
      keys: services.journal.keys().map(({ keyId, jwk }) => ({ keyId, jwk: { ...jwk } })),
      heads: heads.map(({ siteId: _site, ...head }: JournalHead) => head),
    };
  },
  print: (head) => JSON.stringify(head),
});

/** A piece of an export: entries as lines, of one form or the other. */
export const readExport = defineCommand({
  name: 'journal.read',
  args: z.object({
    site: slugSchema,
    format: z.enum(['ndjson', 'fec']),
    cursor: z.string().optional(),
    upTo: z.record(z.string(), z.int()),
  }),
  result: z.object({ lines: z.array(z.string()), nextCursor: z.string().nullable() }),
  async run({ services }, { site: slug, format, cursor, upTo }) {
    const site = await siteBySlug(services, slug);
    const type = format === 'fec' ? ('sale' as const) : undefined;
    const { items, nextCursor } = await services.views.journal.list(scopeOf(site), { cursor, limit: PAGE, type });
    // What is appended meanwhile belongs to the next export.
    const within = items.filter((entry) => entry.number <= (upTo[chainName(entry)] ?? 0));
    const lines =
      format === 'ndjson'
        ? within.map((entry) => JSON.stringify(journalRecord.parse(presentEntry(entry))))
        : within.flatMap((entry) => fecLines(entry, wallTimeAt(entry.at, site.timezone).date.replaceAll('-', '')));
    return { lines, nextCursor };
  },
  print: ({ lines }) => lines.join('\n'),
});

const place = z.object({ chain: z.int(), entry: z.int() });

/** Freezes a period of the journal; or finds what was frozen. */
export const freezeArchive = defineCommand({
  name: 'journal.archive',
  args: z.object({ site: slugSchema, from: z.iso.date(), to: z.iso.date() }),
  result: z.object({
    format: z.literal(ARCHIVE_FORMAT),
    id: z.string(),
    entries: z.int(),
    digest: z.string(),
    signature: z.string(),
    keyId: z.string(),
  }),
  async run({ services }, { site: slug, ...period }) {
    const site = await siteBySlug(services, slug);
    const { id, entries, digest, signature, keyId } = await services.archives.freeze(scopeOf(site), period);
    return { format: ARCHIVE_FORMAT, id, entries, digest, signature, keyId };
  },
  print: ({ entries, digest }) => `${entries} entries, ${digest}`,
});

/** A piece of an archive that was frozen. */
export const readArchive = defineCommand({
  name: 'journal.archive.read',
  args: z.object({ site: slugSchema, from: z.iso.date(), to: z.iso.date(), place: place.default(ARCHIVE_BEGIN) }),
  result: z.object({ lines: z.array(z.string()), next: place.nullable() }),
  async run({ services }, { site: slug, from, to, place: begin }) {
    const scope = scopeOf(await siteBySlug(services, slug));
    const archive = await services.views.till.archiveOf(scope, from, to);
    if (archive === null) throw new DomainError('unknown_record');
    const { lines, next } = await services.archives.piece(scope, archive, begin);
    return { lines: [...lines], next };
  },
  print: ({ lines }) => lines.join('\n'),
});

/** Where each chain of an export ends. */
export function endsOf(heads: readonly Pick<JournalHead, 'type' | 'register' | 'number'>[]): Readonly<Record<string, number>> {
  return Object.fromEntries(heads.map((head) => [chainName(head), head.number]));
}
