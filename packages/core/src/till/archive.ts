import type { Chain } from '../journal/journal-entry.js';

/** Part of the first line of every archive. */
export const ARCHIVE_FORMAT = 'comptoir-archive-1' as const;

/** How many days an archive may be of: a year with a leap day. */
export const ARCHIVE_DAYS_MAX = 366;

/** What of a chain an archive holds: an unbroken run of its entries. */
export interface ArchivedChain extends Chain {
  readonly first: number;
  readonly last: number;
  /** The link of the entry before the first; empty where there is none. */
  readonly previous: string;
  /** The link of the last. */
  readonly link: string;
}

/** A period of the journal, frozen: made again it is the same file to the byte. */
export interface JournalArchive {
  readonly id: string;
  /** `YYYY-MM-DD`, by the clocks of the establishment: the first day … */
  readonly from: string;
  /** … and the last. */
  readonly to: string;
  readonly at: Date;
  readonly by: string;
  /** The first line of the file: whose it is, of when, and the keys to check it. */
  readonly header: string;
  readonly chains: readonly ArchivedChain[];
  readonly entries: number;
  /** SHA-256 of the file, as hexadecimal digits. */
  readonly digest: string;
  /** Over the digits of the digest, as of a journal entry. */
  readonly signature: string;
  readonly keyId: string;
}
