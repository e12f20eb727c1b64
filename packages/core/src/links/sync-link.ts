import type { SigningSecrets } from './signing-secrets.js';

/**
 * A link between an online shop and the till of one establishment (decisions §5): both sign what they send each other with its secret. A link that
 * is disabled carries nothing either way; what the till has to tell meanwhile is held and sent once it is enabled again.
 */
export interface SyncLink extends SigningSecrets {
  readonly id: string;
  readonly tenantId: string;
  readonly siteId: string;
  readonly name: string;
  /** Where sales and refunds are sent; null: the shop only sends. */
  readonly url: string | null;
  /** Why nothing travels; null while it does. */
  readonly disabled: Disabled | null;
  readonly counts: LinkCounts;
  readonly createdAt: Date;
  /** When the shop last made a call that was let in. */
  readonly lastSeenAt: Date | null;
  readonly lastDeliveredAt: Date | null;
}

/** `person`: somebody did it; `gone`: the shop answered 410. */
export const DISABLED_REASONS = ['person', 'gone'] as const;

export interface Disabled {
  readonly reason: (typeof DISABLED_REASONS)[number];
  readonly at: Date;
}

export interface LinkCounts {
  /** Calls of the shop that were let in, without replays. */
  readonly received: number;
  /** Events that the shop took. */
  readonly delivered: number;
  /** Events that were given up. */
  readonly dead: number;
}

export const NO_COUNTS: LinkCounts = { received: 0, delivered: 0, dead: 0 };

/** As many of one establishment. */
export const LINKS_MAX = 20;
/** The link, with so much added to its counts. */
export function counting(link: SyncLink, count: keyof LinkCounts): SyncLink {
  return { ...link, counts: { ...link.counts, [count]: link.counts[count] + 1 } };
}
