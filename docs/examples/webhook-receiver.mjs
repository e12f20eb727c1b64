// @ts-check
// Takes the events of an establishment: SECRET=whsec_… PORT=4200 node docs/examples/webhook-receiver.mjs (see docs/webhooks.md)
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

const key = Buffer.from((process.env.SECRET ?? '').replace('whsec_', ''), 'base64');
const seen = new Set(); // in earnest: a table with the id as its key, written in the transaction of what you do

/** @param {import('node:http').IncomingHttpHeaders} headers @param {string} body */
function isGenuine(headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signatures } = headers;
  if (Math.abs(Date.now() / 1000 - Number(at)) > 300) return false;
  const wanted = Buffer.from(createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64'));
  const given = String(signatures)
    .split(' ')
    .map((one) => Buffer.from(one.replace('v1,', '')));
  return given.some((one) => one.length === wanted.length && timingSafeEqual(one, wanted));
}

const server = createServer(async (request, response) => {
  const body = await text(request);
  if (!isGenuine(request.headers, body)) return void response.writeHead(401).end();
  const event = JSON.parse(body);
  if (!seen.has(event.id)) console.log(event.type, JSON.stringify(event.data));
  seen.add(event.id);
  response.writeHead(204).end();
});
server.listen(Number(process.env.PORT ?? 4200), '127.0.0.1', () => console.log('listening', server.address()));
