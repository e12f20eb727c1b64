/**
 * The four kinds of key are one thing: `<prefix>_<12 id>_<43 secret>_<6 checksum>`, shown once, stored as SHA-256
 * (decisions §4 and §6). `keyed`: the keyed storefront API. `feed`: read-only feeds. `liveChat`: the embeddable widget.
 * `device`: the reader of a gate, which scans and nothing else.
 */
export const KEY_KINDS = ['keyed', 'feed', 'liveChat', 'device'] as const;
export type KeyKind = (typeof KEY_KINDS)[number];

export const KEY_PREFIXES = { keyed: 'cpt', feed: 'feed', liveChat: 'chat', device: 'gate' } as const satisfies Record<KeyKind, string>;

export const KEY_RIGHTS = ['read', 'write', 'export'] as const;
export type KeyRight = (typeof KEY_RIGHTS)[number];

export interface ApiKey {
  /** The public part: 12 characters of base 62, unique over all keys. */
  readonly id: string;
  readonly kind: KeyKind;
  readonly tenantId: string;
  /** A key belongs to one establishment. */
  readonly siteId: string;
  readonly name: string;
  /** SHA-256 of the whole key, hexadecimal. */
  readonly hash: string;
  /** What a keyed key may do; null for the others. */
  readonly right: KeyRight | null;
  /** What a feed key may read: `products`, `articles` …; empty for the others. */
  readonly permissions: readonly string[];
  /** Calls per hour of a feed key; null: the kind's own limit. */
  readonly ratePerHour: number | null;
  /** Networks (CIDR) a feed key may be used from; empty: from anywhere. */
  readonly networks: readonly string[];
  /** Origins of the pages that may embed the widget; empty: none may. */
  readonly origins: readonly string[];
  readonly expiresAt: Date | null;
  readonly createdAt: Date;
  /** The actor who made it, as `actorName` writes it. */
  readonly createdBy: string;
  readonly lastUsedAt: Date | null;
  readonly revokedAt: Date | null;
  /** The key that took over, where this one was rotated: it works until `expiresAt`, both do meanwhile. */
  readonly replacedBy: string | null;
}
