import type { Carte } from '@comptoir/core/carte/carte.js';
import type { PickupChannel } from '@comptoir/core/orders/order.js';
import { type PlaceAnswer, readPlaceAnswer } from '../checkout.js';

/** The calls the pages make to their own host, by what they sell. */
const MENU_CALLS = { takeaway: '/api/carte', boutique: '/api/boutique/window' } as const satisfies Record<PickupChannel, string>;
const ORDER_CALLS = { takeaway: '/api/order', boutique: '/api/boutique/order' } as const satisfies Record<PickupChannel, string>;

/** A kitchen that has not answered in this time is told to the guest as not answering. */
const ORDER_TIMEOUT_MS = 20_000;

export interface FreshCarte {
  readonly carte: Carte;
  /** The host's clock, which decides what is open; a guest's clock may be wrong. */
  readonly now: Date;
}

/** The menu or the shop as it is now, or null when it cannot be had; the page then stays with the one it has. */
export async function fetchCarte(channel: PickupChannel, slug: string): Promise<FreshCarte | null> {
  try {
    const response = await fetch(`${MENU_CALLS[channel]}?slug=${encodeURIComponent(slug)}`, { cache: 'no-cache' });
    if (!response.ok) return null;
    const carte = (await response.json()) as Carte;
    const date = Date.parse(response.headers.get('date') ?? '');
    return { carte, now: Number.isNaN(date) ? new Date() : new Date(date) };
  } catch {
    return null;
  }
}

export async function postOrder(channel: PickupChannel, body: string, idempotencyKey: string): Promise<PlaceAnswer> {
  try {
    const response = await fetch(ORDER_CALLS[channel], {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': idempotencyKey },
      body,
      signal: AbortSignal.timeout(ORDER_TIMEOUT_MS),
    });
    const answer: unknown = await response.json().catch(() => null);
    return readPlaceAnswer(response.status, answer, response.headers.get('retry-after'));
  } catch {
    return readPlaceAnswer(null, null, null);
  }
}

/** 128 random bits. Not `randomUUID`, which browsers keep from pages without TLS, such as a till in the local network. */
export function newIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
