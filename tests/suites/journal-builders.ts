import { nodeCrypto } from '@comptoir/app/adapters/node-crypto.js';
import { makeJournalSigner } from '@comptoir/app/adapters/node-journal-signer.js';
import { type Continued, continueChain } from '@comptoir/core/journal/chain-writer.js';
import type { Chain } from '@comptoir/core/journal/journal-entry.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { NOON } from './builders.js';

export const JOURNAL_SIGNER = makeJournalSigner(['a-secret-of-the-journal-with-32-bytes-and-more']);

export const SALES_CHAIN: Chain = { register: 'Caisse 1', type: 'sale' };

/** So many entries of a chain, from its first. */
export function aChain(scope: Pick<Scope, 'siteId'>, entries: number, chain: Chain = SALES_CHAIN): Continued {
  const snapshots = Array.from({ length: entries }, (_none, index) => ({ sale: index + 1, name: 'Galette « été » 🌻' }));
  return continueChain({ crypto: nodeCrypto, signer: JOURNAL_SIGNER }, scope, chain, null, NOON, snapshots, { entries });
}
