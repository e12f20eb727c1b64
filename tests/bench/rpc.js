import { benchFile, startChild } from './child.js';
import { comparedTable } from './report.js';
import { compare } from './rounds.js';
import { measureCodec } from './rpc-codec.js';
import { measureRegistration } from './rpc-registration.js';
import { PROCEDURES } from './rpc-routers.js';

const CONNECTIONS = 16;
const FEW = 60;
const WARM_UP = 3;

/** Calls over RPC against `@trpc/server` in the same host; what the number of procedures costs; and the codec against superjson. */
export async function measureSubject({ quick, note }) {
  const run = { rounds: quick ? 3 : 7, ms: quick ? 400 : 1500, note };
  const load = await startChild([benchFile('load.js')]);
  const cases = [...(await measureCalls(load, run)), await measureDispatch(load, run)];
  await load.stop();
  note('codec');
  const codec = await measureCodec(run.rounds);
  note('registration');
  const registration = await measureRegistration(run.rounds);
  return {
    title: `a checked query of the owner, ${CONNECTIONS} conn.; ${PROCEDURES} procedures; 1,000 rows`,
    text: [comparedTable(cases), codec.text, registration.text].join('\n\n'),
    data: { cases, codec: codec.data, registration: registration.data },
  };
}

async function measureCalls(load, run) {
  const servers = [
    { name: 'bare node:http', isFloor: true, server: await startServer('bare', FEW) },
    { name: 'host without a wire', isFloor: true, server: await startServer('host', FEW) },
    { name: 'tRPC in Koa', isFloor: true, server: await startServer('trpc-plain', FEW) },
    { name: 'tRPC in our host', isFloor: true, server: await startServer('trpc', FEW) },
    { name: 'tRPC, leanest mount', isFloor: true, server: await startServer('trpc-lean', FEW) },
    { name: 'comptoir', isFloor: false, server: await startServer('comptoir', FEW) },
  ];
  const cases = [];
  for (const [name, requestWith] of [
    ['one query', single],
    ['batch of 10', batch],
  ]) {
    cases.push({ name, contestants: await compareServers(load, servers, requestWith, { ...run, name }) });
  }
  for (const { server } of servers) await server.stop();
  return cases;
}

/** One query at a small registry and at a large one. */
async function measureDispatch(load, run) {
  const servers = [
    { name: `comptoir, ${FEW}`, isFloor: true, server: await startServer('comptoir', FEW) },
    { name: `comptoir, ${PROCEDURES}`, isFloor: false, server: await startServer('comptoir', PROCEDURES) },
  ];
  const contestants = await compareServers(load, servers, single, { ...run, name: 'dispatch' });
  for (const { server } of servers) await server.stop();
  return { name: 'dispatch', contestants };
}

async function compareServers(load, servers, requestWith, { rounds, ms, name, note }) {
  note(name);
  const contestants = servers.map(({ name: contestant, isFloor, server }) => {
    const { port, token } = server.ready;
    const job = { port, connections: CONNECTIONS, requests: [requestWith(token)], status: 200, ms, awake: true };
    return { name: contestant, isFloor, usage: () => server.ask({ ask: 'usage' }), run: () => load.ask(job) };
  });
  // The compiler of the engine needs longer than the one round that `compare` gives it, and for some more than for others.
  for (const { run } of contestants) for (let round = 0; round < WARM_UP; round += 1) await run();
  return compare(contestants, rounds);
}

function startServer(name, procedures) {
  return startChild([benchFile('rpc-server.js'), name, String(procedures)], { NODE_ENV: 'production' });
}

const INPUT = { json: { id: 'p1' } };

function single(token) {
  return request('records0.call0', INPUT, '', token);
}

/** Ten calls of five procedures. */
function batch(token) {
  const indexes = Array.from({ length: 10 }, (_, index) => index);
  const paths = indexes.map((index) => `records0.call${(index % 5) * 2}`).join(',');
  return request(paths, Object.fromEntries(indexes.map((index) => [index, INPUT])), 'batch=1&', token);
}

function request(paths, input, query, token) {
  const target = `/api/rpc/${paths}?${query}input=${encodeURIComponent(JSON.stringify(input))}`;
  return `GET ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n\r\n`;
}
