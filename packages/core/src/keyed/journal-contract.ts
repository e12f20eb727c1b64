import { z } from 'zod';
import { JOURNAL_PROBLEMS, type JournalProblem } from '../journal/chain-verifier.js';
import { type JournalEntry, RECORD_TYPES } from '../journal/journal-entry.js';
import type { JournalReport } from '../journal/journal-service.js';
import { cursorInput } from '../kit/page.js';
import { dayOrInstant } from '../sales/sale-period.js';
import { registerName } from './sale-input.js';

/** The fiscal journal as the keyed API shows it (decisions §4). */

const text = z.string();
const ok = z.literal(true);

/** An entry, with everything it takes to check it. */
export const journalRecord = z.object({
  chain: text.meta({ description: 'Type and register.', examples: ['sale/Caisse 1'] }),
  register: text,
  type: z.enum(RECORD_TYPES),
  number: z.int().meta({ description: 'Counted per chain from 1, without gaps.', examples: [1042] }),
  at: z.iso.datetime(),
  snapshot: text.meta({ description: 'What was recorded: the very JSON text that the digest covers.' }),
  previous: text.meta({ description: 'The link of the entry before: SHA-256 of its digest, a dot and its signature.' }),
  digest: text.meta({ description: 'SHA-256, as hexadecimal digits.' }),
  signature: text.meta({ description: 'ECDSA over P-256 with SHA-256 of the digest’s digits: r and s as base64url.' }),
  keyId: text.meta({ description: 'The thumbprint of the key (RFC 7638).' }),
});

/** The entry that a line of an export or an archive shows, of the establishment that its first line names. */
export function entryOf(siteId: string, line: unknown): JournalEntry {
  const { chain: _chain, at, ...entry } = journalRecord.parse(line);
  return { ...entry, siteId, at: new Date(at) };
}

export const journalAnswer = z.object({
  ok,
  entries: z.array(journalRecord),
  nextCursor: text.nullable().meta({ description: 'Null: there are no more.', examples: [null] }),
});

export const verifyAnswer = z.object({
  ok,
  valid: z.boolean(),
  entries: z.int().meta({ description: 'How many were checked.', examples: [20_418] }),
  problems: z.array(
    z.object({
      chain: text.meta({ examples: ['sale/Caisse 1'] }),
      number: z.int(),
      problem: z.enum(JOURNAL_PROBLEMS),
    }),
  ),
});

/** Which entries a list is of; `to` is the last day, or the first instant that does not count. */
export const journalQuery = cursorInput.extend({
  register: registerName.optional(),
  type: z.enum(RECORD_TYPES).optional(),
  from: dayOrInstant.optional(),
  to: dayOrInstant.optional(),
});

export function presentEntry({ siteId: _site, at, ...entry }: JournalEntry): z.output<typeof journalRecord> {
  return { chain: chainName(entry), ...entry, at: at.toISOString() };
}

export function presentReport({ entries, problems }: JournalReport): z.output<typeof verifyAnswer> {
  const named = problems.map(({ number, problem, ...chain }: JournalProblem) => ({ chain: chainName(chain), number, problem }));
  return { ok: true, valid: problems.length === 0, entries, problems: named };
}

/** What people call a chain. */
export function chainName({ type, register }: Pick<JournalEntry, 'type' | 'register'>): string {
  return `${type}/${register}`;
}
