import type { Scope } from '../kit/scope.js';
import type { Locale } from './user.js';

/**
 * Somebody who has an account in an online shop and none here. It is no user as the rest of this folder knows them: it cannot sign in, has no
 * rights, receives no mail, and whoever registers with its address finds the address free.
 */
export interface DormantUser {
  readonly id: string;
  /** Lower-case. */
  readonly email: string;
  readonly name: string;
  readonly locale: Locale;
  readonly createdAt: Date;
}

/** Which person a client is. */
export interface ClientPerson {
  readonly clientId: string;
  /** Lower-case; null: nobody in particular. */
  readonly email: string | null;
}

/** Writes of who clients are. A link is no right: nothing is shown or allowed because of it. */
export interface LinkedUserStore {
  /** Stores those whose address neither an account nor another dormant user has, in one statement. People belong to no organisation: no scope. */
  createDormant(users: readonly DormantUser[]): Promise<void>;
  /**
   * Links each client to the account with the address, or else to the dormant user with it, in one statement. A dormant user that no client is
   * linked to any more is gone.
   */
  link(scope: Scope, people: readonly ClientPerson[]): Promise<void>;
}

export interface LinkedUserViews {
  /** Whom `link` would take for each of the lower-case addresses, by address. No scope: accounts belong to no organisation. */
  byEmails(emails: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** The users of the clients that are linked to one, by client. */
  ofClients(scope: Scope, clientIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
}
