import { mkdirSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { benchFile, scratch, startChild } from './child.js';
import { spread } from './figures.js';
import { comparedTable, figure, table, withSpread } from './report.js';
import { compare } from './rounds.js';

const HOST = 'bench.example';
/** As many as a site of some size has; one of them answers. */
const ROUTES = 100;
const SMALL = { host: HOST, routes: ROUTES };
/** A site that takes long to bundle, for the purges alone. */
const LARGE = { host: 'large.example', routes: 500 };
/** Between two purges of somebody who edits a site: the thread that the next one takes is started in it. */
const EDIT_PAUSE_MS = 600;
const HELLO = "export const GET = () => new Response('hello');\n";

/** A route of a site against servers that say the same, a public file, and how long a purge takes to show a new route. */
export async function measureSubject({ quick, note }) {
  const sites = writeSite();
  const load = await startChild([benchFile('load.js')]);
  const servers = [
    { name: 'bare node:http', isFloor: true, server: await startServer('bare', sites) },
    { name: 'node:http + thread', isFloor: true, server: await startServer('thread', sites) },
    { name: 'edge', isFloor: false, server: await startServer('edge', sites) },
  ];
  const edge = servers.at(-1).server;
  for (const host of [HOST, LARGE.host]) await call(edge.ready.port, host, '/r0/x');
  const cases = [];
  for (const [name, path, connections] of [
    ['route, 1 conn.', '/r50/x', 1],
    ['route, 16 conn.', '/r50/x', 16],
    ['file, 16 conn.', '/hello.txt', 16],
  ]) {
    note(name);
    const job = { connections, requests: [`GET ${path} HTTP/1.1\r\nHost: ${HOST}\r\n\r\n`], status: 200 };
    const contestants = servers.map(({ name: contestant, isFloor, server }) => ({
      name: contestant,
      isFloor,
      usage: () => server.ask({ ask: 'usage' }),
      run: () => load.ask({ ...job, port: server.ready.port, ms: quick ? 300 : 1500 }),
    }));
    cases.push({ name, contestants: await compare(contestants, quick ? 3 : 7) });
  }
  note('purges');
  const purges = [];
  for (const [site, pauseMs] of [
    [SMALL, EDIT_PAUSE_MS],
    [LARGE, EDIT_PAUSE_MS],
    [SMALL, 0],
  ]) {
    purges.push({
      routes: site.routes,
      pauseMs,
      ...(await measurePurges(edge.ready.port, sites, site, { pauseMs, rounds: quick ? 5 : 20 })),
    });
  }
  for (const { server } of servers) await server.stop();
  await load.stop();
  return {
    title: `a site of ${ROUTES} routes; "hello"`,
    text: [comparedTable(cases), purgeTable(purges)].join('\n\n'),
    data: { cases, purges },
  };
}

function startServer(name, sites) {
  return startChild([benchFile('edge-server.js'), name, sites]);
}

function writeSite() {
  const sites = join(scratch, 'sites');
  for (const { host, routes } of [SMALL, LARGE]) {
    for (let index = 0; index < routes; index += 1) writeFile(join(sites, host, `routes/r${index}/[param].ts`), HELLO);
  }
  writeFile(join(sites, HOST, 'public/hello.txt'), 'hello');
  return sites;
}

function writeFile(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** From the start of the call that purges to the first answer of a route that was not there before. */
async function measurePurges(port, sites, { host }, { pauseMs, rounds }) {
  const samples = [];
  for (let round = 0; round < rounds; round += 1) {
    await pause(pauseMs);
    const name = `new-${pauseMs}-${round}`;
    writeFile(join(sites, host, `routes/${name}.ts`), HELLO);
    const start = performance.now();
    const purged = JSON.parse((await call(port, host, '/edge-cache/purge-site', JSON.stringify({ host }))).text);
    const { status } = await call(port, host, `/${name}`);
    if (status !== 200) throw new Error(`the new route answers ${status}`);
    samples.push({ visibleMs: performance.now() - start, tookMs: purged.took_ms });
  }
  return { visibleMs: spread(samples.map(({ visibleMs }) => visibleMs)), tookMs: spread(samples.map(({ tookMs }) => tookMs)) };
}

function purgeTable(purges) {
  return table(
    ['from a purge', 'to the answer of a new route, ms', 'as the purge says itself, ms'],
    purges.map(({ routes, pauseMs, visibleMs, tookMs }) => [
      `${routes} routes${pauseMs === 0 ? ', one purge right after the other' : ''}`,
      withSpread(visibleMs, 1),
      figure(tookMs.median, 1),
    ]),
  );
}

function call(port, host, path, body) {
  return new Promise((resolve, reject) => {
    const headers = body === undefined ? { Host: host } : { 'Content-Type': 'application/json' };
    request({ host: '127.0.0.1', port, path, method: body === undefined ? 'GET' : 'POST', headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (piece) => {
        text += piece;
      });
      answer.on('end', () => resolve({ status: answer.statusCode, text }));
    })
      .on('error', reject)
      .end(body);
  });
}
