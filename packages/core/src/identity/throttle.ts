/** Tries at something that can be guessed, in one bucket (an account, an account at an address). */
export interface Tries {
  readonly count: number;
  readonly lastAt: Date;
}

export interface ThrottleStore {
  /**
   * Locks the bucket, stores what `decide` makes of its tries (null: forgets them) and returns it. What `decide` throws comes
   * out and changes nothing.
   */
  change(bucket: string, decide: (tries: Tries | null) => Tries | null): Promise<Tries | null>;
  /** Drops buckets without a try since the instant; returns how many. Housekeeping. */
  forgetBefore(before: Date): Promise<number>;
}
