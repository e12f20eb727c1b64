import type { CertificateKey, CertificateRecord } from './certificate.js';
import type { FullBudget, OrderBudgets } from './order-budgets.js';

/** An order as it counts against the limits of a directory. */
export interface CountedOrder {
  readonly id: string;
  /** The account it is made with: `live:mail@example.org`. */
  readonly account: string;
  readonly domain: string;
  readonly nameSet: string;
  /** Those that it counts against: none when it renews, or where nobody counts. */
  readonly registeredDomains: readonly string[];
  readonly at: Date;
}

/** Writes of certificates. They belong to the host, not to a tenant, so no method takes a scope. */
export interface CertificateStore {
  /**
   * Locks the certificate, also one that is not there yet, stores what `decide` makes of its record (null: leaves it) and returns
   * its result. What `decide` throws comes out and changes nothing.
   */
  change<Result>(key: CertificateKey, decide: (record: CertificateRecord | null) => Decision<Result>): Promise<Result>;
  /**
   * Counts the order when every budget has room, and returns null; else the budget that has room last. Exact between processes. An
   * order that is under way counts for its registered domains as one that was issued.
   */
  takeOrder(order: CountedOrder, budgets: OrderBudgets): Promise<FullBudget | null>;
  /** `unmade`: nothing came of it through the directory's fault, so that it counts for nothing. */
  settleOrder(id: string, outcome: OrderOutcome): Promise<void>;
  /** Overwrites what the token stood for. */
  putChallenge(token: string, keyAuthorization: string, expiresAt: Date): Promise<void>;
  /** Drops challenges that have expired and orders older than any budget looks back; returns how many. Housekeeping. */
  forgetBefore(challenges: Date, orders: Date): Promise<number>;
}

export type OrderOutcome = 'issued' | 'failed' | 'unmade';

export interface Decision<Result> {
  readonly record: CertificateRecord | null;
  readonly result: Result;
}

/** What is committed. */
export interface CertificateViews {
  get(key: CertificateKey): Promise<CertificateRecord | null>;
  /** Those to look at by now (`isDue`), the most urgent first. */
  due(now: Date, limit: number): Promise<readonly CertificateRecord[]>;
  /** All of them, by domain. */
  all(): Promise<readonly CertificateRecord[]>;
  /** The key authorization of a token that has not expired; null for any other. */
  challenge(token: string, now: Date): Promise<string | null>;
}
