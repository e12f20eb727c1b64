import type { User } from './user.js';

/** An account at an identity provider: `sub` is unique within its issuer only. */
export interface ProviderAccount {
  readonly issuer: string;
  readonly subject: string;
}

/** People. They belong to no organisation, so nothing here takes a scope: use-cases reach a user by their own session only. */
export interface UserStore {
  /** Throws `duplicate` when the address belongs to another user. */
  create(user: User): Promise<void>;
  /** Null when there is none, or it was deleted. */
  byId(userId: string): Promise<User | null>;
  /** `email` in lower case. Null when there is none. */
  byEmail(email: string): Promise<User | null>;
  byProviderAccount(account: ProviderAccount): Promise<User | null>;
  /**
   * Ties the account to the user. Tying it again changes nothing; a tie to a user who was deleted counts for nothing.
   * Throws `duplicate` when it is tied to another one, `unknown_record` when there is no such user.
   */
  linkProviderAccount(account: ProviderAccount, userId: string): Promise<void>;
  /** Unties every account from the user, so that whoever signs in with one is somebody new. */
  unlinkProviderAccounts(userId: string): Promise<void>;
  /**
   * Locks the user, stores what `decide` makes of them and returns it. The id never changes. What `decide` throws comes out.
   * Throws `unknown_record`, `duplicate` (the new address is another user's).
   */
  change(userId: string, decide: (user: User) => User): Promise<User>;
}
