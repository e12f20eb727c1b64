/** What a part of the product counts, for a scrape (Prometheus text format 0.0.4). */
export interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type: 'gauge' | 'counter';
  readonly samples: readonly MetricSample[];
}

interface MetricSample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}
