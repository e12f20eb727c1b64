/** One figure of a part of the host, as its operator watches it (Prometheus). */
export interface Metric {
  /** Such as `comptoir_queue_depth`: lower case, with its unit at the end, and `_total` for a counter. */
  readonly name: string;
  /** One sentence. */
  readonly help: string;
  readonly type: 'gauge' | 'counter';
  readonly samples: readonly Sample[];
}

export interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}
