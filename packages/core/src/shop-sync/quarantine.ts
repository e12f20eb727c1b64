import type { Page, PageInput } from '../kit/page.js';
import type { Scope } from '../kit/scope.js';
import type { ShopEntity } from './shop-records.js';

/** A record of the shop that cannot be imported, set apart so that it does not keep the others. */
export interface QuarantinedRecord {
  /** Of its kind and its id in the shop: `orders-12`. */
  readonly id: string;
  readonly entity: ShopEntity;
  readonly externalId: string;
  /** A code of `DomainError`, or `shop_record` where the shop itself hands over nonsense. */
  readonly code: string;
  /** For people; names fields, never their personal content. */
  readonly reason: string;
  /** From 1. */
  readonly attempts: number;
  readonly firstAt: Date;
  readonly lastAt: Date;
  /** Runs try it again from then on; null: somebody has dismissed it, and only a change in the shop brings it back. */
  readonly nextTryAt: Date | null;
  /** Of the content that was refused; null: the shop did not hand any over. */
  readonly digest: string | null;
}

/** What is wrong with a record. */
export interface Refused {
  readonly externalId: string;
  readonly code: string;
  readonly reason: string;
}

/** A record to be set apart, with the digest of its content. */
export interface SetApart extends Refused {
  readonly digest: string | null;
}

export interface QuarantineStore {
  /** Sets the records apart, or counts another attempt of those that are: `nextTryAt` grows with them (`nextTry`). Each record once. */
  put(scope: Scope, entity: ShopEntity, refused: readonly SetApart[], at: Date): Promise<void>;
  /** Forgets those of the records that are in it; how many. */
  clear(scope: Scope, entity: ShopEntity, externalIds: readonly string[]): Promise<number>;
  /** Due at once, or never by themselves (null). Throws `unknown_record`. */
  setNextTry(scope: Scope, id: string, at: Date | null): Promise<QuarantinedRecord>;
}

export interface QuarantineFilter extends PageInput {
  readonly entity?: ShopEntity | undefined;
  readonly dismissed?: boolean | undefined;
}

/** Records of one kind of an establishment. */
export interface WaitingRecords extends Pick<Scope, 'tenantId' | 'siteId'> {
  readonly entity: ShopEntity;
  readonly count: number;
}

export interface QuarantineViews {
  get(scope: Scope, id: string): Promise<QuarantinedRecord | null>;
  /** By the last attempt, newest first; `search` is an external id. */
  list(scope: Scope, filter: QuarantineFilter): Promise<Page<QuarantinedRecord>>;
  /** How many wait to be tried again, by establishment and kind; for operators, across tenants. */
  waiting(): Promise<readonly WaitingRecords[]>;
  /** The external ids of what is to be tried again by then. */
  due(scope: Scope, entity: ShopEntity, at: Date): Promise<readonly string[]>;
  /** Those of the records that are set apart, in no order. */
  byExternalIds(scope: Scope, entity: ShopEntity, externalIds: readonly string[]): Promise<readonly QuarantinedRecord[]>;
}

export function quarantineId(entity: ShopEntity, externalId: string): string {
  return `${entity}-${externalId}`;
}

/** The n-th failed attempt is tried again after an hour, two, four … at most a day. */
export function nextTry(attempts: number, at: Date): Date {
  return new Date(at.getTime() + Math.min(24, 2 ** (attempts - 1)) * 3_600_000);
}
