/** What goes wrong with a request, before or after the shop has answered it. */
export type Fault =
  /** A status alone; `retryAfter` is the header as it is sent: seconds, or a date. */
  | { readonly kind: 'status'; readonly status: number; readonly retryAfter?: string; readonly body?: 'empty' | 'html' | 'json' }
  /** A page for people with status 200 or another one, as firewalls and shops under maintenance send. */
  | { readonly kind: 'page'; readonly status: number }
  /** A warning of PHP makes a good answer bad: codes 2 to 15. */
  | { readonly kind: 'php-warning'; readonly code: number }
  /** Never answers. */
  | { readonly kind: 'silence' }
  /** Closes the connection without a word. */
  | { readonly kind: 'reset' }
  /** The body ends early, though its length was told. */
  | { readonly kind: 'truncated'; readonly bytes: number }
  /** As truncated, but the length fits: what is cut is the JSON. */
  | { readonly kind: 'cut-json'; readonly bytes: number }
  /** The body comes in drops. */
  | { readonly kind: 'slow'; readonly bytesPerSecond: number }
  /** The answer begins late. */
  | { readonly kind: 'late'; readonly delayMs: number }
  /** Notices of PHP in front of the body. */
  | { readonly kind: 'noise'; readonly text: string };

/** When a fault strikes. */
export interface FaultRule {
  readonly fault: Fault;
  /** Requests for this resource alone. */
  readonly resource?: string;
  /** Requests whose address holds this text, after decoding. */
  readonly containing?: string;
  /** How many requests it lets pass first. */
  readonly after?: number;
  /** How many it strikes; for ever when it is left out. */
  readonly times?: number;
}

/** Rules that strike requests; the first one that fits does. */
export class Faults {
  #rules: { readonly rule: FaultRule; seen: number }[] = [];

  add(rule: FaultRule): void {
    this.#rules.push({ rule, seen: 0 });
  }

  clear(): void {
    this.#rules = [];
  }

  /** Counts the request with every rule that it fits. Null: nothing goes wrong. */
  strike(resource: string, address: string): Fault | null {
    let struck: Fault | null = null;
    for (const kept of this.#rules) {
      const { resource: only, containing = '', after = 0, times = Number.POSITIVE_INFINITY, fault } = kept.rule;
      if ((only ?? resource) !== resource || !address.includes(containing)) continue;
      kept.seen += 1;
      if (struck === null && kept.seen > after && kept.seen <= after + times) struck = fault;
    }
    return struck;
  }
}
