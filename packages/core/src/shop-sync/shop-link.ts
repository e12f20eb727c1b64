import type { Scope } from '../kit/scope.js';
import type { ShopEntity } from './shop-records.js';

/**
 * What a record of the shop is here, and what of it was imported last. By the digest of its content an unchanged record is known without a
 * write. Vendors are `supplier:12` and `manufacturer:12`: they are numbered apart.
 */
export interface ShopLink {
  readonly entity: ShopEntity;
  readonly externalId: string;
  /** The id of the record here. */
  readonly localId: string;
  /** Of what was imported last, and of the rules it was imported by. */
  readonly digest: string;
  readonly shopUpdatedAt: Date | null;
  readonly importedAt: Date;
  /** Since when the shop does not have it any more; null: it has it. */
  readonly goneAt: Date | null;
}

/** Of no record: whatever it is, it has changed. What is linked provisionally has it (`PlannedLink.provisional`). */
export const NO_DIGEST = '';

/** One text per record of a shop, for maps. */
export function keyOfLink({ entity, externalId }: Pick<ShopLink, 'entity' | 'externalId'>): string {
  return `${entity} ${externalId}`;
}

export interface ShopLinkStore {
  /** Waits until nobody else imports records of the establishment, and keeps others from it until the transaction ends. First of all locks. */
  lock(scope: Scope): Promise<void>;
  /** Stores the links, new and known ones, in one statement. */
  put(scope: Scope, links: readonly ShopLink[]): Promise<void>;
}

export interface ShopLinkViews {
  /** Those that exist, in no order. */
  byExternalIds(scope: Scope, entity: ShopEntity, externalIds: readonly string[]): Promise<readonly ShopLink[]>;
  /** The external ids of all that are not gone. */
  present(scope: Scope, entity: ShopEntity): Promise<readonly string[]>;
  byLocalId(scope: Scope, entity: ShopEntity, localId: string): Promise<ShopLink | null>;
}
