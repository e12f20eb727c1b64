import type { Scope } from '../kit/scope.js';
import type { Stores, Views } from '../stores.js';
import type { Client } from './client.js';

/** One transaction: what it writes to, and what it sees. */
export interface HolderWork {
  readonly stores: Stores;
  readonly views: Views;
  readonly now: Date;
}

/**
 * A part of the product that refers to clients or keeps something personal about them. Every such part joins the list of holders, so
 * that merging a client leaves nothing behind, and forgetting one forgets it everywhere.
 */
export interface PersonalDataHolder {
  /** What the data is called where a person is told what is kept of them: `orders`. */
  readonly name: string;
  /** Everything it keeps of the client, for the person to read: JSON values and dates. */
  tell(views: Views, scope: Scope, client: Client): Promise<readonly unknown[]>;
  /**
   * Erases what tells who the client was, given as it was known. What the law wants kept as it is (issued invoices, sales) stays. Again,
   * it changes nothing.
   */
  forget(work: HolderWork, scope: Scope, client: Client): Promise<void>;
  /** Gives what refers to the one client to the other. */
  move(work: HolderWork, scope: Scope, from: Client, into: Client): Promise<void>;
}
