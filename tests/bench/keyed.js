import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { benchFile, scratch, startChild } from './child.js';
import { createDatabase } from './postgres.js';
import { compare } from './rounds.js';
import { analyze } from './till.js';

const PATH = '/api/v1/catalogue';
const SHOPS = 40;
/** A key may make 120 calls a minute, so there are many. */
const KEYS_PER_SHOP = 60;

/** Reads of a catalogue by key against bare Koa with the same bytes, on PostgreSQL. */
export async function measureReads(items, { quick, note }) {
  return withServer(items, async ({ server, load }) => {
    const { port, sites } = server.ready;
    const first = await answerOf(port, sites[0].keys[0]);
    const answerFile = join(scratch, 'catalogue.json');
    await writeFile(answerFile, JSON.stringify(first));
    const floor = await startChild([benchFile('carte-server.js'), 'koa', answerFile]);
    const etags = await Promise.all(sites.map(async ({ keys }) => (await answerOf(port, keys[0])).etag));
    const plain = requestsOf(sites, (key) => request('GET', PATH, key));
    const conditional = requestsOf(sites, (key, shop) => request('GET', PATH, key, { 'If-None-Match': etags[shop] }));
    const toFloor = [request('GET', PATH, 'none')];
    const cases = [];
    for (const { name, connections, requests, floorRequests, status } of [
      { name: `${items} items, 1 conn.`, connections: 1, requests: plain, floorRequests: toFloor, status: 200 },
      { name: `${items} items, 16 conn.`, connections: 16, requests: plain, floorRequests: toFloor, status: 200 },
      { name: `${items} items, 64 conn.`, connections: 64, requests: plain, floorRequests: toFloor, status: 200 },
      {
        name: `${items} items, 16 conn., 304`,
        connections: 16,
        requests: conditional,
        floorRequests: [request('GET', PATH, 'none', { 'If-None-Match': first.etag })],
        status: 304,
      },
    ]) {
      note(name);
      const ms = quick ? 200 : 800;
      const job = { connections, status, ms };
      const contestants = [
        contestant('Koa 3, static', true, floor, () => load.ask({ ...job, requests: floorRequests, port: floor.ready.port })),
        contestant('keyed API', false, server, () => load.ask({ ...job, requests, port })),
      ];
      cases.push({ name, contestants: await compare(contestants, quick ? 3 : 5) });
    }
    await floor.stop();
    return cases;
  });
}

/** Creations and changes of items by key against the rows they write. */
export function measureWrites({ quick, note }) {
  return withServer(5, async ({ server, load, database }) => {
    const { port, sites } = server.ready;
    const floor = await startChild([benchFile('keyed-floor.js')], { DATABASE_URL: database.url });
    const cases = [];
    for (const { name, what, connections, requestOf, status } of [
      { name: 'create, 1 conn.', what: 'create', connections: 1, requestOf: creation, status: 201 },
      { name: 'create, 16 conn.', what: 'create', connections: 16, requestOf: creation, status: 201 },
      { name: 'change, 16 conn.', what: 'change', connections: 16, requestOf: change, status: 200 },
    ]) {
      note(name);
      const count = quick ? 300 : 1200;
      const requests = requestsOf(sites, requestOf).slice(0, count);
      const contestants = [
        contestant('bare transaction', true, floor, () => floor.ask({ what, connections, count, sites })),
        contestant('keyed API', false, server, () => load.ask({ port, connections, requests, status })),
      ];
      cases.push({ name, contestants: await compare(contestants, quick ? 3 : 5) });
    }
    await floor.stop();
    return cases;

    function creation(key) {
      return request('POST', `${PATH}/items`, key, {}, { name: 'Mug', price: 12.5 });
    }

    function change(key, shop) {
      return request('PATCH', `${PATH}/items/${sites[shop].itemIds[0]}`, key, {}, { name: 'Mug', price: 13 });
    }
  });
}

async function withServer(items, measure) {
  const database = await createDatabase();
  try {
    const load = await startChild([benchFile('load.js')]);
    const args = [SHOPS, items, KEYS_PER_SHOP].map(String);
    const server = await startChild([benchFile('keyed-server.js'), ...args], { DATABASE_URL: database.url });
    await analyze(database.url);
    const cases = await measure({ server, load, database });
    await server.stop();
    await load.stop();
    return cases;
  } finally {
    await database.drop();
  }
}

function contestant(name, isFloor, child, run) {
  return { name, isFloor, usage: () => child.ask({ ask: 'usage' }), run };
}

/** One per key, those of one shop far apart. */
function requestsOf(sites, requestOf) {
  return Array.from({ length: KEYS_PER_SHOP }, (_, index) => sites.map(({ keys }, shop) => requestOf(keys[index], shop))).flat();
}

function request(method, path, key, headers = {}, body = undefined) {
  const text = body === undefined ? '' : JSON.stringify(body);
  const all = {
    Host: '127.0.0.1',
    'User-Agent': 'comptoir-bench',
    Authorization: `Bearer ${key}`,
    ...headers,
    ...(body !== undefined && { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) }),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${text}`;
}

async function answerOf(port, key) {
  const headers = { 'Accept-Encoding': 'identity', Authorization: `Bearer ${key}` };
  const response = await fetch(`http://127.0.0.1:${port}${PATH}`, { headers });
  if (!response.ok) throw new Error(`the keyed API answers ${response.status}`);
  return { type: response.headers.get('content-type'), etag: response.headers.get('etag'), text: await response.text() };
}
