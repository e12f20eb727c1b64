/** One of the servers of the subject `rpc`: `bare`, `trpc` or `comptoir`, with as many procedures as the second argument says. */
import { createServer } from 'node:http';
import './probe.js';

const SERVERS = { bare, trpc, comptoir };
const TOKEN = 'Bearer the-only-token';
const PREFIX = '/api/rpc';

const [, , name, count] = process.argv;
const server = createServer(await SERVERS[name](Number(count)));
server.listen(0, '127.0.0.1', () => process.stdout.write(`${JSON.stringify({ port: server.address().port })}\n`));

/** The answers that the others give to the requests of the subject, and no work to make them. */
function bare() {
  const record = {
    id: 'p1',
    name: 'Formule du midi',
    priceCents: 1450,
    note: 'En semaine',
    createdAt: '2026-01-05T11:30:00.000Z',
  };
  const one = { result: { data: { json: record, meta: { values: { createdAt: ['Date'] }, v: 1 } } } };
  const single = Buffer.from(JSON.stringify(one));
  const batch = Buffer.from(JSON.stringify(Array.from({ length: 10 }, () => one)));
  return function sendBytes({ url }, response) {
    const body = url.includes('batch=1') ? batch : single;
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length }).end(body);
  };
}

async function comptoir(procedures) {
  const { makeRpc } = await import('@comptoir/adapters-http/rpc/wire.js');
  const { makeRegistry } = await import('@comptoir/core/kit/registry.js');
  const { contextOf, routersOf } = await import('./rpc-routers.js');
  const app = await hostApp();
  app.use(
    makeRpc({
      registry: makeRegistry(routersOf(procedures)),
      prefix: PREFIX,
      contextOf: async (ctx) => signedIn(ctx, contextOf),
    }),
  );
  return app.callback();
}

/** tRPC behind the same steps of the same host, with the same contracts, access rules and superjson. */
async function trpc(procedures) {
  const { contextOf, routersOf } = await import('./rpc-routers.js');
  const { makeTrpcMount } = await import('./rpc-trpc.js');
  const app = await hostApp();
  app.use(makeTrpcMount(routersOf(procedures), PREFIX, (ctx) => signedIn(ctx, contextOf)));
  return app.callback();
}

function signedIn(ctx, contextOf) {
  if (ctx.req.headers.authorization !== TOKEN) throw new Error('not signed in');
  return contextOf(ctx.state.requestId);
}

async function hostApp() {
  const { makeHostApp } = await import('@comptoir/adapters-http/kit/koa-app.js');
  const { silentLogger } = await import('@comptoir/core/kit/logger.js');
  return makeHostApp('rpc', { publicUrl: 'http://127.0.0.1', trustProxyHops: 0, logger: silentLogger, health: {} });
}
