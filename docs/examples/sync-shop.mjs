// @ts-check
// An online shop of one file, linked to a till: it sends its catalogue and its movements of stock, and takes off what the till sells.
// Beside "COMPTOIR_ALLOW_LOOPBACK_HANDLERS=1 npm start", which lets the till call this machine:
//
//   npx comptoir links create --site atelier-nord --name 'La boutique' --url http://127.0.0.1:4100/hook
//   node docs/examples/sync-shop.mjs --link <id> --secret <whsec_…>
//
// --till <address>   the storefront of the till; http://127.0.0.1:3000 when it is not given
// --port <number>    where this shop listens for sales; 4100 when it is not given
// --key <cpt_…>      a key of the establishment that may write: then a sale is rung up too, and the stock of the till is shown beside that of the shop
// --once             ends when everything was done, instead of listening on

import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';

const { values: options } = parseArgs({
  options: {
    link: { type: 'string', default: '' },
    secret: { type: 'string', default: '' },
    till: { type: 'string', default: 'http://127.0.0.1:3000' },
    port: { type: 'string', default: '4100' },
    key: { type: 'string' },
    once: { type: 'boolean', default: false },
  },
});
if (options.link === '' || !options.secret.startsWith('whsec_')) {
  console.error('Give --link <id> and --secret <whsec_…>, as "comptoir links create" printed them.');
  process.exit(2);
}

const TOLERANCE_SECS = 300;
const PATIENCE_MS = 15_000;
const key = Buffer.from(options.secret.slice('whsec_'.length), 'base64');

/** What this shop has, by what it calls it. @type {Map<string, number>} */
const stock = new Map([
  ['demo-tasse', 0],
  ['demo-pull-m', 0],
]);
/** Events that were heard: the same one may come again. @type {Set<string>} */
const heard = new Set();
let whenHeard = () => {};

const CATALOGUE = {
  categories: ['La boutique en ligne'],
  items: [
    { key: 'demo-tasse', name: 'Tasse de la boutique', price: 19, vatRate: 20, category: 'La boutique en ligne' },
    {
      key: 'demo-pull',
      name: 'Pull de la boutique',
      category: 'La boutique en ligne',
      variants: [{ key: 'demo-pull-m', name: 'M', price: 49.9 }],
    },
  ],
};

/** @param {string} id @param {string} timestamp @param {string} body */
function sign(id, timestamp, body) {
  return createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
}

/** Sends a call to the till; the same id again is the same call. @param {object} call */
async function send(call, id = randomUUID()) {
  const body = JSON.stringify(call);
  const timestamp = String(Math.floor(Date.now() / 1000));
  const answer = await fetch(`${options.till}/api/sync`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': 'sync-shop/1',
      'X-Sync-Link': options.link,
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${sign(id, timestamp, body)}`,
    },
    body,
  });
  const said = await answer.text();
  if (!answer.ok) throw new Error(`The till answered ${answer.status}: ${said}`);
  return said;
}

/** True when one of the signatures is ours, and not an old one. @param {import('node:http').IncomingMessage} request @param {string} body */
function isFromTheTill({ headers }, body) {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) => String(headers[`webhook-${name}`] ?? ''));
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= TOLERANCE_SECS)) return false;
  const expected = Buffer.from(sign(id ?? '', timestamp ?? '', body));
  return (signatures ?? '').split(' ').some((signature) => {
    const presented = Buffer.from(signature.replace(/^v1,/, ''));
    return presented.length === expected.length && timingSafeEqual(presented, expected);
  });
}

/** What the till sold leaves the shelves of the shop too; of a refund, what is back on them. @param {any} event */
function hear(event) {
  if (heard.has(event.id) || event.type === 'ping') return;
  heard.add(event.id);
  console.log(`${event.type} ${event.total} ${event.currency}`);
  if (event.type === 'refund.created' && !event.restocked) return;
  for (const { key: sold, quantity } of event.lines) if (stock.has(sold)) stock.set(sold, (stock.get(sold) ?? 0) - quantity);
  whenHeard();
}

const server = createServer(async (request, response) => {
  const body = await text(request);
  if (!isFromTheTill(request, body)) return void response.writeHead(401).end();
  hear(JSON.parse(body));
  // Any 2xx: the till does not send it again.
  response.writeHead(204).end();
});

/** Moves stock here and tells the till: the id of the movement counts once, whatever is repeated. @param {string} of @param {number} quantity */
async function move(of, quantity, reason = 'shop') {
  stock.set(of, (stock.get(of) ?? 0) + quantity);
  const movement = { id: randomUUID(), key: of, quantity, reason, at: new Date().toISOString() };
  console.log(`stock ${of} ${quantity} ${await send({ type: 'stock', data: { movements: [movement] } })}`);
}

/** @param {string} path @param {object} [body] */
async function askTill(path, body) {
  const headers = { Authorization: `Bearer ${options.key}`, 'Content-Type': 'application/json', 'User-Agent': 'sync-shop/1' };
  const answer = await fetch(`${options.till}/api/v1${path}`, { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) });
  return /** @type {Promise<any>} */ (answer.json());
}

async function tillStock() {
  const { items } = await askTill('/stock');
  return new Map(items.map((/** @type {any} */ { key: of, quantity }) => [of, quantity]));
}

/** Sells two cups at the till and waits until this shop has heard of it. */
async function sellAtTheTill() {
  const { items } = await askTill('/stock');
  const cup = items.find((/** @type {any} */ item) => item.key === 'demo-tasse');
  const told = new Promise((resolve, reject) => {
    whenHeard = () => resolve(undefined);
    setTimeout(() => reject(new Error('The till has told nothing: is --url of the link where this shop listens?')), PATIENCE_MS).unref();
  });
  await askTill('/sales', { lines: [{ itemId: cup.itemId, quantity: 2 }], payments: [{ method: 'card', amount: 38 }] });
  await told;
}

function show(/** @type {Map<string, number> | null} */ till) {
  for (const [of, quantity] of stock) console.log(`${of}: shop ${quantity}${till === null ? '' : `, till ${till.get(of) ?? 'nothing'}`}`);
}

server.listen(Number(options.port), '127.0.0.1');
await once(server, 'listening');
console.log(`ping ${await send({ type: 'ping' })}`);
console.log(`catalogue ${await send({ type: 'catalogue', data: CATALOGUE })}`);
if (options.key !== undefined) for (const [of, quantity] of await tillStock()) if (stock.has(of)) stock.set(of, quantity);
await move('demo-tasse', 12, 'delivery');
await move('demo-tasse', -1, 'order 1042');
await move('demo-pull-m', 5, 'delivery');
if (options.key !== undefined) await sellAtTheTill();
show(options.key === undefined ? null : await tillStock());
if (options.once) server.close();
else console.log(`Listening for sales of the till on http://127.0.0.1:${options.port}/hook`);
