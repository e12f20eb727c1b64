import type { Crypto } from '../kit/crypto.js';
import { canonicalJson } from '../kit/digest.js';

/**
 * The fiscal journal: what a till recorded, in chains that show every later change. Each register has a chain of its own for every type of
 * record; an entry holds an immutable snapshot, its digest covers the link of the entry before, and the link covers digest and signature. So
 * one good signature at the end of a chain vouches for all that comes before it.
 */

/** Part of every digest: what is digested, and how. */
export const JOURNAL_FORMAT = 'comptoir-journal-1' as const;

/**
 * `sale`: sales and refunds; `copy`: duplicates of receipts; `closure`: days, months and years; `event`: what the rules want to be told, such as a
 * new version of the software; `training`: sales for practice, which no total counts.
 */
export const RECORD_TYPES = ['sale', 'copy', 'closure', 'event', 'training'] as const;
export type RecordType = (typeof RECORD_TYPES)[number];

/** Which chain of an establishment. */
export interface Chain {
  readonly register: string;
  readonly type: RecordType;
}

export interface JournalEntry extends Chain {
  readonly siteId: string;
  /** From 1 in every chain, without gaps. */
  readonly number: number;
  readonly at: Date;
  /** What was recorded, as canonical JSON: the very text that was digested. */
  readonly snapshot: string;
  /** The link of the entry before; empty in the first. */
  readonly previous: string;
  /** SHA-256 of `contentOf`, in hexadecimal digits. */
  readonly digest: string;
  /** ECDSA over P-256 with SHA-256 of the digest's digits, as base64url (r and s, 64 bytes). */
  readonly signature: string;
  /** The thumbprint of the key (RFC 7638). */
  readonly keyId: string;
}

/** An entry before it is digested and signed. */
export type Unsigned = Omit<JournalEntry, 'digest' | 'signature' | 'keyId'>;

/** Where a chain ends, sealed, so that entries cut off its end are missed. */
export interface JournalHead extends Chain {
  readonly siteId: string;
  /** Of the last entry. */
  readonly number: number;
  /** Of the last entry. */
  readonly link: string;
  /** What the chain has added up so far, as canonical JSON. */
  readonly state: string;
  /** As `JournalEntry.signature`, over `headContentOf`. */
  readonly seal: string;
  readonly keyId: string;
}

/** The text that is digested. No part of it has a line break but for those between. */
export function contentOf({ siteId, register, type, number, at, previous, snapshot }: Unsigned): string {
  return `${JOURNAL_FORMAT}\n${siteId}\n${register}\n${type}\n${number}\n${at.toISOString()}\n${previous}\n${snapshot}`;
}

/** What the next entry names as `previous`. */
export function linkOf(crypto: Crypto, { digest, signature }: Pick<JournalEntry, 'digest' | 'signature'>): string {
  return crypto.sha256(`${digest}.${signature}`);
}

/** The text of a head that is sealed. */
export function headContentOf({ siteId, register, type, number, link, state }: Omit<JournalHead, 'seal' | 'keyId'>): string {
  return [`${JOURNAL_FORMAT}-head`, siteId, register, type, number, link, state].join('\n');
}

/** A snapshot, or a state, as its text. */
export function journalText(value: unknown): string {
  return canonicalJson(value);
}
