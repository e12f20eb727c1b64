import type { Scope } from '../kit/scope.js';
import type { Stores, Views } from '../stores.js';
import type { Client } from './client.js';

/**
 * A part of the product that refers to clients or keeps something personal about them. Every such part joins the list of holders, so
 * that merging a client leaves nothing behind, and forgetting one forgets it everywhere.
 */
export interface PersonalDataHolder {
  /** What the data is called where a person is told what is kept of them: `orders`. */
  readonly name: string;
  /** Everything it keeps of the client, for the person to read: JSON values and dates. */
  tell(views: Views, scope: Scope, client: Client): Promise<unknown>;
  /**
   * Erases what tells who the client was, in the transaction of the stores. What the law wants kept as it is (issued invoices, sales)
   * stays. Again, it changes nothing.
   */
  forget(stores: Stores, scope: Scope, client: Client): Promise<void>;
  /** Gives what refers to the one client to the other, in the transaction of the stores. */
  move(stores: Stores, scope: Scope, from: Client, into: Client): Promise<void>;
}
