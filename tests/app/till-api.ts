import { DISH, SLUG } from './till.js';

/** Calls of the storefront as its guests make them. */

export const AGENT = { 'User-Agent': 'comptoir-tests/1.0' };

export const ORDER_BODY = JSON.stringify({ slug: SLUG, items: [{ id: DISH, quantity: 2 }], customer: { name: 'Ada Lovelace' } });

export interface Placed {
  readonly id: string;
  readonly number: string;
  readonly status: string;
  readonly trackingUrl: string;
}

export async function placeOrder(storefront: string): Promise<Placed> {
  const response = await fetch(`${storefront}/api/order`, {
    method: 'POST',
    headers: { ...AGENT, 'Content-Type': 'application/json' },
    body: ORDER_BODY,
  });
  return orderIn(response);
}

export async function readOrder(storefront: string, id: string): Promise<Placed> {
  return orderIn(await fetch(`${storefront}/api/order/${id}`, { headers: AGENT }));
}

async function orderIn(response: Response): Promise<Placed> {
  const answer: { order?: Placed } = JSON.parse(await response.text());
  if (response.status !== 200 || answer.order === undefined) throw new Error(`${response.status}: ${JSON.stringify(answer)}`);
  return answer.order;
}
