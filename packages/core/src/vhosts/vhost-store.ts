import type { Vhost } from './vhost.js';

/** Vhosts belong to apps of this machine, not to tenants, so no method takes a scope; the service checks whose they are. */
export interface VhostStore {
  /** Creates or replaces the vhost of that domain. Throws `host_taken` when one of its names belongs to another vhost. */
  save(vhost: Vhost): Promise<void>;
  /** Returns whether there was one. */
  remove(domain: string): Promise<boolean>;
  /** Notes why a vhost is not served, or null that it is. Nothing happens when it is gone. */
  setQuarantine(domain: string, reason: string | null): Promise<void>;
  /**
   * The right to change the web server's files, which one holder has at a time across processes: taken when it is free, was
   * `holder`'s already, has run out by `now`, or lasts longer than until `until` by more than clocks are apart; then it lasts until
   * `until`. False while somebody else has it.
   */
  takeLease(holder: string, now: Date, until: Date): Promise<boolean>;
  /** Whether the holder still has the lease; if so, nobody can take it before this transaction ends. */
  confirmLease(holder: string): Promise<boolean>;
  /** Nothing happens when somebody else has it. */
  releaseLease(holder: string): Promise<void>;
}

export interface VhostViews {
  get(domain: string): Promise<Vhost | null>;
  /** The domain of the vhost that each of the names belongs to; names that are free are left out. */
  domainsOf(names: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Every vhost, by domain. */
  all(): Promise<readonly Vhost[]>;
  count(): Promise<{ readonly published: number; readonly quarantined: number }>;
}
