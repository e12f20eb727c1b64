import { type FakeShop, type FakeShopOptions, startFakeShop } from '../support/fake-shop/fake-shop.js';

export const NOW = new Date('2026-11-22T12:00:00Z');

/** A shop of 40 orders whose clock stands still, as long as the work lasts. */
export async function within(options: FakeShopOptions, work: (shop: FakeShop) => Promise<unknown>): Promise<void> {
  const shop = await startFakeShop({ orders: 40, now: NOW, ...options });
  try {
    await work(shop);
  } finally {
    await shop.close();
  }
}

/** An answer of the shop, as it came. */
export interface ShopAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Null: it is no JSON. */
  readonly json: unknown;
}

/** Reads what follows `/api/`, in JSON, with the key of the shop. */
export async function read(shop: FakeShop, path: string, headers: Record<string, string> = {}): Promise<ShopAnswer> {
  return call(shop, path, { ...withKey(shop.key), 'Output-Format': 'JSON', ...headers });
}

/** Nothing is added to the request. */
export async function call(shop: FakeShop, path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<ShopAnswer> {
  const answer = await fetch(`${shop.url}/api/${path}`, { method, headers });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, text, json: parsed(text) };
}

export function withKey(key: string): Record<string, string> {
  return { Authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export type ShopRecordJson = Readonly<Record<string, unknown>>;

/** The records of a list; of an empty one, none. */
export async function records(shop: FakeShop, path: string): Promise<readonly ShopRecordJson[]> {
  const { status, json, text } = await read(shop, path);
  if (status !== 200) throw new Error(`${path} answers ${status}: ${text}`);
  return recordsIn(json);
}

export function recordsIn(json: unknown): readonly ShopRecordJson[] {
  if (Array.isArray(json)) return json as readonly ShopRecordJson[];
  return Object.values(json as Record<string, readonly ShopRecordJson[]>)[0] ?? [];
}

/** The ids of a list. */
export async function idsOf(shop: FakeShop, path: string): Promise<readonly unknown[]> {
  return (await records(shop, path)).map(({ id }) => id);
}

/** The codes of what the shop complains about. */
export function codesOf({ json }: ShopAnswer): readonly number[] {
  return ((json as { errors?: readonly { code: number }[] } | null)?.errors ?? []).map(({ code }) => code);
}
