import type { Crypto } from '../kit/crypto.js';
import type { Scope } from '../kit/scope.js';
import { type Chain, contentOf, headContentOf, type JournalEntry, type JournalHead, journalText, linkOf } from './journal-entry.js';
import type { JournalSigner } from './journal-signer.js';

export interface ChainDeps {
  readonly crypto: Crypto;
  readonly signer: JournalSigner;
}

/** Entries that continue a chain, and its new end. */
export interface Continued {
  readonly entries: readonly JournalEntry[];
  readonly head: JournalHead;
}

/** Continues the chain that ends at `head` (null: it is empty) with the snapshots; `state` is what it has added up with them. */
export function continueChain(
  { crypto, signer }: ChainDeps,
  { siteId }: Pick<Scope, 'siteId'>,
  { register, type }: Chain,
  head: JournalHead | null,
  at: Date,
  snapshots: readonly unknown[],
  state: unknown,
): Continued {
  let number = head?.number ?? 0;
  let link = head?.link ?? '';
  const entries = snapshots.map((snapshot): JournalEntry => {
    number += 1;
    const unsigned = { siteId, register, type, number, at, snapshot: journalText(snapshot), previous: link };
    const digest = crypto.sha256(contentOf(unsigned));
    const entry = { ...unsigned, digest, signature: signer.sign(digest), keyId: signer.keyId };
    link = linkOf(crypto, entry);
    return entry;
  });
  const end = { siteId, register, type, number, link, state: journalText(state) };
  return { entries, head: { ...end, seal: signer.sign(headContentOf(end)), keyId: signer.keyId } };
}
