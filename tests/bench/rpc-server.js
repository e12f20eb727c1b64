/** One of the servers of the subject `rpc`, with as many procedures as the second argument says. Its ready line has the token for them. */
import { createServer } from 'node:http';
import './probe.js';

const SERVERS = { bare, host, trpc, 'trpc-plain': trpcPlain, 'trpc-lean': trpcLean, comptoir };
const PREFIX = '/api/rpc';

const [, , name, count] = process.argv;
const { listener, token } = await SERVERS[name](Number(count));
const server = createServer(listener);
server.listen(0, '127.0.0.1', () => process.stdout.write(`${JSON.stringify({ port: server.address().port, token })}\n`));

/** The answers that the others give to the requests of the subject, and no work to make them. */
function bare() {
  const { single, batch } = answers();
  const sendBytes = ({ url }, response) => {
    const body = url.includes('batch=1') ? batch : single;
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length }).end(body);
  };
  return { listener: sendBytes, token: '' };
}

/** The same answers behind the steps of the host and the look-up of the caller: what the others have in common. */
function host(procedures) {
  const { single, batch } = answers();
  return inHost(procedures, (_routers, contextOf) => async (ctx) => {
    await contextOf(ctx);
    const body = ctx.url.includes('batch=1') ? batch : single;
    ctx.respond = false;
    ctx.res.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length }).end(body);
  });
}

function answers() {
  const record = { id: 'p1', name: 'Formule du midi', priceCents: 1450, note: 'En semaine', createdAt: '2026-01-05T11:30:00.000Z' };
  const one = { result: { data: { json: record, meta: { values: { createdAt: ['Date'] }, v: 1 } } } };
  const single = Buffer.from(JSON.stringify(one));
  const batch = Buffer.from(JSON.stringify(Array.from({ length: 10 }, () => one)));
  return { single, batch };
}

async function comptoir(procedures) {
  const { makeRpc } = await import('@comptoir/adapters-http/rpc/wire.js');
  const { makeRegistry } = await import('@comptoir/core/kit/registry.js');
  return inHost(procedures, (routers, contextOf) => makeRpc({ registry: makeRegistry(routers), prefix: PREFIX, contextOf }));
}

/** tRPC behind the same steps of the same host, with the same callers, contracts, access rules and superjson. */
async function trpc(procedures) {
  const { makeTrpcMount } = await import('./rpc-trpc.js');
  return inHost(procedures, (routers, contextOf) => makeTrpcMount(routers, PREFIX, contextOf));
}

/** tRPC as its documentation mounts it: in Koa with nothing else, and each call's token verified by the library most people take. */
async function trpcPlain(procedures) {
  const { makePlainTrpcApp } = await import('./rpc-trpc.js');
  const { routersOf } = await import('./rpc-routers.js');
  const { TEST_SECRET } = await import('../dist/support/service-deps.js');
  const { services, token } = await signedIn();
  const { identity } = await services.identify.identify({ bearer: token, cookie: null, choice: {} });
  const sessions = new Map([[identity.sessionId, identity]]);
  return { listener: makePlainTrpcApp(routersOf(procedures), PREFIX, { secret: TEST_SECRET, sessions, services }).callback(), token };
}

async function trpcLean(procedures) {
  const { makeLeanTrpcMount } = await import('./rpc-trpc.js');
  return inHost(procedures, (routers, contextOf) => makeLeanTrpcMount(routers, PREFIX, contextOf));
}

/** A host of the platform, in memory, whose callers are looked up as the platform does: token, session, roles. */
async function inHost(procedures, mount) {
  const { makeHostApp } = await import('@comptoir/adapters-http/kit/koa-app.js');
  const { makeContextOf } = await import('@comptoir/adapters-http/platform/call-context.js');
  const { makeSessionCookie } = await import('@comptoir/adapters-http/platform/session-cookie.js');
  const { makeSharedHosts } = await import('@comptoir/adapters-http/platform/shared-host.js');
  const { silentLogger } = await import('@comptoir/core/kit/logger.js');
  const { routersOf } = await import('./rpc-routers.js');
  const { services, token } = await signedIn();
  const publicUrl = 'http://127.0.0.1';
  const options = { publicUrl, trustProxyHops: 0, logger: silentLogger, health: {}, production: true, platformDomain: null };
  const sessionCookie = makeSessionCookie({ ...options, clock: services.clock });
  const contextOf = makeContextOf({ services, sharedHosts: makeSharedHosts(options), sessionCookie, devBypass: false });
  const app = makeHostApp('rpc', options);
  app.use(mount(routersOf(procedures), contextOf));
  return { listener: app.callback(), token };
}

/** The services on the demonstration, and a token of its owner. */
async function signedIn() {
  const { nodeCrypto } = await import('@comptoir/app/adapters/node-crypto.js');
  const { systemClock } = await import('@comptoir/app/adapters/system-clock.js');
  const { DEMO_ACCOUNT } = await import('@comptoir/app/demo/demo-account.js');
  const { loadDemo } = await import('@comptoir/app/demo/load-demo.js');
  const { makeMemoryPersistence } = await import('@comptoir/core/memory-persistence.js');
  const { makeServices } = await import('@comptoir/core/services.js');
  const { plainPasswords, testDeps } = await import('../dist/support/service-deps.js');
  const services = makeServices(testDeps({ persistence: makeMemoryPersistence(), clock: systemClock, crypto: nodeCrypto }));
  await loadDemo(services, plainPasswords);
  const { token } = await services.auth.login(DEMO_ACCOUNT, { address: '127.0.0.1', userAgent: null, requestId: 'bench' });
  return { services, token };
}
