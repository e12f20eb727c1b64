import type { Client } from '../clients/client.js';
import type { NamedRecord } from '../kit/named-record.js';
import type { Page, PageInput } from '../kit/page.js';
import type { Scope } from '../kit/scope.js';
import type { Rule } from './rule.js';

/** Clients that have something in common, found anew whenever it is asked for. */
export interface Segment extends NamedRecord {
  readonly rule: Rule;
}

/** How many clients a rule holds for, and how many of those a campaign can reach. */
export interface SegmentSize {
  readonly clients: number;
  /** They have an address that is not suppressed, and agreed to mails. */
  readonly reachable: number;
}

/** Who belongs to a segment: of clients that are neither merged nor anonymous. */
export interface SegmentMemberViews {
  size(scope: Scope, rule: Rule): Promise<SegmentSize>;
  /** Newest first. */
  members(scope: Scope, rule: Rule, page: PageInput): Promise<Page<Client>>;
}
