// @ts-check
// Takes an order from its draft to the money and a little way back, and shows what each step does to the stock. Beside "npm start":
//
//   node docs/examples/order-to-cash.mjs
//
// COMPTOIR_URL    where the platform is; http://127.0.0.1:3001 when it is not set
// COMPTOIR_EMAIL, COMPTOIR_PASSWORD   as whom to sign in; the account of the demonstration when they are not set
// COMPTOIR_SITE   the shop; atelier-nord of the demonstration when it is not set

import { createTRPCClient, httpBatchLink, TRPCClientError } from '@trpc/client';
import superjson from 'superjson';

/** @typedef {import('@comptoir/adapters-http/rpc/app-router.js').AppRouter} AppRouter */

const {
  COMPTOIR_URL = 'http://127.0.0.1:3001',
  COMPTOIR_EMAIL = 'admin@demo.test',
  COMPTOIR_PASSWORD = 'demo-password-1',
  COMPTOIR_SITE = 'atelier-nord',
} = process.env;

const PRODUCT = { productId: 'bougie-dune', variantId: '180-g', quantity: 3 };

/** As a browser keeps them: the session, which the answer to signing in sets, and the shop that was chosen. @type {Map<string, string>} */
const cookies = new Map();

/** @type {import('@trpc/client').TRPCClient<AppRouter>} */
const client = createTRPCClient({
  links: [
    httpBatchLink({
      url: `${COMPTOIR_URL}/api/rpc`,
      transformer: superjson,
      maxItems: 20,
      headers: () => ({ Cookie: [...cookies].map((cookie) => cookie.join('=')).join('; '), Origin: COMPTOIR_URL }),
      async fetch(url, options) {
        const answer = await fetch(url, { ...options, signal: options?.signal ?? null });
        for (const line of answer.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
          cookies.set(name, value);
        }
        return answer;
      },
    }),
  ],
});

/** From here on every call is made by the user, for the shop. A token of "npx comptoir tokens mint --site" does both at once. */
async function signIn() {
  const { tenantId } = await client.auth.login.mutate({ email: COMPTOIR_EMAIL, password: COMPTOIR_PASSWORD });
  const { items } = await client.site.list.query({ pageSize: 100 });
  const site = items.find(({ slug }) => slug === COMPTOIR_SITE);
  if (site === undefined) throw new Error(`There is no shop ${COMPTOIR_SITE}.`);
  cookies.set('selected_tenant', `${tenantId}`).set('selected_site', site.id);
}

/** @param {number} cents */
function euros(cents) {
  return (cents / 100).toLocaleString('en', { style: 'currency', currency: 'EUR' });
}

/**
 * Shows what was done, and what of the product is there, promised and left to sell.
 * @param {string} done
 */
async function show(done) {
  const { units } = await client.inventory.get.query({ itemId: PRODUCT.productId });
  const unit = units.find(({ variantId }) => variantId === PRODUCT.variantId);
  if (unit === undefined) throw new Error(`No stock is kept of ${PRODUCT.productId}.`);
  const { stock, reserved, available } = unit;
  console.log(`${done.padEnd(64)} stock ${stock}, reserved ${reserved}, available ${available}`);
}

/** Sells the product to a company of the shop. Answers the order's id. */
async function sell() {
  const { items } = await client.clients.list.query({ kind: 'company', pageSize: 1 });
  const draft = await client.orders.createDraft.mutate({
    clientId: items[0]?.id,
    items: [PRODUCT],
    shipping: { name: 'Colissimo à domicile', priceCents: 790, taxBasisPoints: 2000 },
  });
  await show(`Order ${draft.number} for ${draft.customer.name}, ${euros(draft.totalCents)}: ${draft.status}`);
  const confirmed = await client.orders.confirm.mutate({ id: draft.id, version: draft.version });
  await show(`Order ${draft.number}: ${confirmed.status}`);
  return draft.id;
}

/** @param {string} id of the order */
async function deliver(id) {
  const parcel = await client.orders.createFulfilment.mutate({ id, carrier: 'La Poste', trackingNumber: '6A12345678901', shipped: true });
  const { status } = await client.orders.get.query({ id });
  await show(`Parcel ${parcel.trackingNumber} is ${parcel.state}; order: ${status}`);
  const delivered = await client.orders.markDelivered.mutate({ id });
  await show(`Order: ${delivered.status}`);
}

/** @param {string} orderId */
async function invoice(orderId) {
  const issued = await client.invoices.createInvoice.mutate({ orderId });
  await show(`Invoice ${issued.number}, ${euros(issued.grossCents)} with ${euros(issued.taxCents)} of tax: ${issued.status}`);
  const paid = await client.invoices.recordPayment.mutate({ id: issued.id, amountCents: issued.grossCents, means: 'transfer' });
  await show(`Invoice ${issued.number}, ${euros(paid.paidCents)} paid: ${paid.status}`);
  const note = await client.invoices.createCreditNote.mutate({
    invoiceId: issued.id,
    reason: 'One arrived broken',
    lines: [{ line: 1, quantity: 1 }],
  });
  await show(`Credit note ${note.number} on ${note.creditOf?.number}, ${euros(note.grossCents)}: ${note.status}`);
}

try {
  await signIn();
  await show('Before');
  const orderId = await sell();
  await deliver(orderId);
  await invoice(orderId);
} catch (error) {
  if (!(error instanceof TRPCClientError)) throw error;
  /** @type {TRPCClientError<AppRouter>} */
  const { data } = error;
  console.error(data ? `Refused: ${data.error}, ${error.message}` : `No answer from ${COMPTOIR_URL}: ${error.message}`);
  process.exitCode = 1;
}
