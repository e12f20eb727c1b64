import { randomUUID } from 'node:crypto';
import type { Product } from '@comptoir/core/catalogue/item.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import type { SyncCall } from '@comptoir/core/links/receive-sync.js';
import type { SyncAnswer } from '@comptoir/core/links/sync-contract.js';
import type { SyncLink } from '@comptoir/core/links/sync-link.js';
import type { Persistence } from '@comptoir/core/stores.js';
import { Webhook } from 'standardwebhooks';
import { aSite, type Establishment, establish } from '../../suites/builders.js';
import { aBench, type Bench } from '../support.js';

/** A shop that keeps stock, linked to an online shop, on memory. */
export type LinkedTill = Bench & Establishment & Linked;

export interface Linked {
  readonly link: SyncLink;
  /** What the shop sends, signed as the public library signs it. */
  call(body: unknown, changes?: Partial<CallChanges>): SyncCall;
  /** Sends it and reads the answer. */
  send(body: unknown, changes?: Partial<CallChanges>): Promise<SyncAnswer>;
  catalogue(data: Record<string, unknown>): Promise<SyncAnswer>;
  movements(...movements: readonly unknown[]): Promise<SyncAnswer>;
  products(): Promise<readonly Product[]>;
  /** Of the item or variant with the key; null: no stock is kept of it. */
  stockOf(key: string): Promise<number | null>;
}

export interface CallChanges {
  readonly id: string;
  readonly at: Date;
  readonly secret: string;
  readonly linkId: string | null;
}

export const SHOP = { trade: 'shop', features: { ...aSite().features, stock: true } } as const;

export async function aLinkedTill(persistence?: Persistence, changes: Parameters<typeof aBench>[1] = {}): Promise<LinkedTill> {
  const bench = aBench(persistence, changes);
  const establishment = await establish(bench.persistence, SHOP);
  return linkedTo(bench, establishment);
}

export async function linkedTo<Base extends Pick<Bench, 'services' | 'persistence' | 'clock'>>(
  bench: Base,
  establishment: Establishment,
): Promise<Base & Establishment & Linked> {
  const { services, clock } = bench;
  const { scope } = establishment;
  const link = await services.syncLinks.create(scope, { name: 'La boutique', url: 'https://shop.example/hook' });

  function call(body: unknown, given: Partial<CallChanges> = {}): SyncCall {
    const { id = randomUUID(), at = clock.now(), secret = link.secret, linkId = link.id } = given;
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const signature = new Webhook(secret).sign(id, at, text);
    return { linkId, id, timestamp: String(Math.floor(at.getTime() / 1000)), signature, body: text };
  }

  const send = async (body: unknown, given?: Partial<CallChanges>) => (await services.syncLinks.receive(call(body, given))).result;
  return {
    ...bench,
    ...establishment,
    link,
    call,
    send,
    catalogue: (data) => send({ type: 'catalogue', data }),
    movements: (...movements) => send({ type: 'stock', data: { movements } }),
    products: () => services.views.products.all(scope),
    stockOf: (key) => stockOf(bench.persistence, scope, key),
  };
}

export async function stockOf({ views }: Persistence, scope: Scope, key: string): Promise<number | null> {
  const product = await views.products.bySyncKey(scope, key);
  if (product === null) return null;
  const variantId = product.variants.find(({ syncKey }) => syncKey === key)?.id ?? null;
  const level = (await views.stock.levels(scope, [product.id])).find((one) => one.variantId === variantId);
  return level?.stock ?? null;
}

/** An item as a shop sends it. */
export function aSyncItem(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return { key: 'tasse', name: 'Tasse', price: 19, ...changes };
}
