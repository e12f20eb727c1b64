/** Password hashing, as a port: slow on purpose, so never awaited inside a transaction. */
export interface Passwords {
  /** A PHC string with its own salt. */
  hash(password: string): Promise<string>;
  /** False when it does not fit, or the hash cannot be read. Takes the same time for every password. */
  verify(hash: string, password: string): Promise<boolean>;
  /** A hash of nothing anybody knows, to verify against when there is no user: the answer takes as long. */
  readonly nobodysHash: string;
  /** True when the hash was made with weaker parameters than are used now, and should be made anew at the next sign-in. */
  isOutdated(hash: string): boolean;
}
