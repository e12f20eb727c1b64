import type { Scope } from '../kit/scope.js';
import type { Stores } from '../stores.js';
import type { Sale } from './sale.js';

/**
 * Somebody who is told of every sale and refund, within the transaction that records it and before its entry in the fiscal journal: what it writes
 * (a message to an online shop) is there exactly when the sale is. What it throws undoes the sale. `restocked`: the goods of a refund are back on
 * the shelves.
 */
export type SaleRecorded = (stores: Stores, scope: Scope, sale: Sale, restocked: boolean) => Promise<void>;
