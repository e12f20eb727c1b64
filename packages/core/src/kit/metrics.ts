/** One measured quantity, as Prometheus knows it. What a part of the product knows, it offers as `metrics()`. */
export interface Metric {
  /** Such as `comptoir_queue_ready_messages`. */
  readonly name: string;
  readonly help: string;
  readonly type: 'gauge' | 'counter';
  readonly samples: readonly MetricSample[];
}

export interface MetricSample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}
