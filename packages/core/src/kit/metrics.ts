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

/** The metrics in Prometheus' text format, version 0.0.4. */
export function metricsText(metrics: readonly Metric[]): string {
  return metrics
    .map(({ name, help, type, samples }) => `${headOf(name, help, type)}${samples.map((each) => lineOf(name, each)).join('')}`)
    .join('');
}

function headOf(name: string, help: string, type: Metric['type']): string {
  return `# HELP ${name} ${help.replace(/\\/g, '\\\\').replace(/\n/g, '\\n')}\n# TYPE ${name} ${type}\n`;
}

function lineOf(name: string, { labels, value }: Sample): string {
  const named = Object.entries(labels).map(([label, text]) => `${label}="${escapeLabel(text)}"`);
  return `${name}${named.length === 0 ? '' : `{${named.join(',')}}`} ${value}\n`;
}

/** A label's value comes from an app: without this it could write lines of its own. */
function escapeLabel(text: string): string {
  return text.replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/\n/g, '\\n');
}
