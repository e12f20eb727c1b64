/**
 * One of the servers of the subjects `carte` and `catalogue`, named by the first argument. What the floors answer lies in the file of
 * the second; of a shop it is how many items it sells.
 */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import './probe.js';

const SERVERS = { bare, koa, storefront, shop };

const server = createServer(await SERVERS[process.argv[2]]());
server.listen(0, '127.0.0.1', () => process.stdout.write(`${JSON.stringify({ port: server.address().port })}\n`));

async function bare() {
  const { type, etag, bytes } = await answer();
  return function sendBytes(request, response) {
    if (request.headers['if-none-match'] === etag) response.writeHead(304, { ETag: etag }).end();
    else response.writeHead(200, { 'Content-Type': type, 'Content-Length': bytes.length, ETag: etag }).end(bytes);
  };
}

async function koa() {
  const { default: Koa } = await import('koa');
  const { type, etag, bytes } = await answer();
  const app = new Koa();
  app.use(function sendStatic(ctx) {
    ctx.set('ETag', etag);
    if (ctx.headers['if-none-match'] === etag) {
      ctx.status = 304;
      return;
    }
    ctx.type = type;
    ctx.body = bytes;
  });
  return app.callback();
}

/** The real host on the demonstration, in memory. */
async function storefront() {
  const { loadDemo } = await import('@comptoir/app/demo/load-demo.js');
  return hostOf((services) => loadDemo(services, null));
}

/** The real host with one shop, in memory: every item has two variants whose stock is kept. */
async function shop() {
  const { SITE_DEFAULTS } = await import('@comptoir/core/sites/site-contract.js');
  const { atelierNord } = await import('@comptoir/app/demo/atelier-nord.js');
  return hostOf(async ({ sites }) => {
    const actor = { kind: 'system', name: 'bench' };
    const tenant = await sites.createTenant('Bench', actor);
    const [model] = atelierNord.catalogue.items.filter(({ variants }) => variants.length > 1);
    const items = Array.from({ length: Number(process.argv[3]) }, (_, index) => ({
      ...model,
      id: `item-${index}`,
      variants: model.variants.slice(0, 2).map((variant) => ({ ...variant, sku: null, barcode: null })),
    }));
    const site = { ...atelierNord.site, features: { ...SITE_DEFAULTS.features, onlineOrders: true } };
    await sites.create({ tenantId: tenant.id, actor }, site, { ...atelierNord.catalogue, items });
  });
}

async function hostOf(fill) {
  const { makeStorefront } = await import('@comptoir/adapters-http/storefront/storefront.js');
  const { nodeCrypto } = await import('@comptoir/app/adapters/node-crypto.js');
  const { systemClock } = await import('@comptoir/app/adapters/system-clock.js');
  const { silentLogger } = await import('@comptoir/core/kit/logger.js');
  const { makeMemoryPersistence } = await import('@comptoir/core/memory-persistence.js');
  const { makeServices } = await import('@comptoir/core/services.js');
  const { testDeps, testLinks } = await import('../dist/support/service-deps.js');
  const publicUrl = 'http://127.0.0.1';
  const links = { ...testLinks, tracking: (slug, orderId) => `${publicUrl}/carte/${slug}/order/${orderId}` };
  const services = makeServices(testDeps({ persistence: makeMemoryPersistence(), clock: systemClock, crypto: nodeCrypto, links }));
  await fill(services);
  const stopping = new AbortController().signal;
  return makeStorefront(services, { publicUrl, trustProxyHops: 0, logger: silentLogger, health: {}, stopping }).callback();
}

async function answer() {
  const { type, etag, text } = JSON.parse(await readFile(process.argv[3], 'utf8'));
  return { type, etag, bytes: Buffer.from(text) };
}
