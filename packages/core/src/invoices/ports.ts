import type { Scope } from '../kit/scope.js';
import type { Invoice } from './invoice.js';
import type { LineInput } from './invoice-contract.js';
import type { Buyer } from './parties.js';

/** An order as it is invoiced. Prices are with tax. */
export interface InvoiceableOrder {
  readonly id: string;
  readonly number: string;
  readonly status: string;
  /** False for a draft, and for what was given up. */
  readonly isBinding: boolean;
  readonly buyer: Buyer;
  /** What was paid for it and not given back, however it was paid. */
  readonly moneyCents: number;
  /** Carriage included. Each names its line of the order as `orderLine`. */
  readonly lines: readonly LineInput[];
}

/** The order book, as invoices need it. */
export interface InvoiceableOrders {
  /** Locks the order until the transaction ends, so that two invoices at once do not invoice it twice. Throws `unknown_order`. */
  lock(scope: Scope, orderId: string): Promise<InvoiceableOrder>;
  /** Writes in the order how many of each line are invoiced by now, and in its history that it was invoiced or credited. */
  record(scope: Scope, orderId: string, invoiced: ReadonlyMap<string, number>, issued: Invoice): Promise<void>;
}

/** The clients, as invoices need them. */
export interface BuyerBook {
  /** The client as a buyer, of one that was merged the one that stayed; null when there is no such client, or it is forgotten. */
  get(scope: Scope, clientId: string): Promise<Buyer | null>;
}
