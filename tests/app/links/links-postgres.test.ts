import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { type Database, openDatabase } from '@comptoir/adapters-db/database.js';
import { nodeCrypto } from '@comptoir/app/adapters/node-crypto.js';
import { nodeProcesses } from '@comptoir/app/adapters/node-processes.js';
import { systemClock } from '@comptoir/app/adapters/system-clock.js';
import { NO_FIELDS } from '@comptoir/core/api-keys/key-contract.js';
import { silentLogger } from '@comptoir/core/kit/logger.js';
import { makeServices } from '@comptoir/core/services.js';
import { expect } from 'chai';
import { Webhook } from 'standardwebhooks';
import { until } from '../../adapters-http/until.js';
import { textOf } from '../../adapters-sdk/push/text-of.js';
import { SHOP, stockOf } from '../../core/links/a-linked-till.js';
import { establish } from '../../suites/builders.js';
import { listeningAddress } from '../../support/listening.js';
import { createMigratedDatabase } from '../../support/postgres.js';
import { testDeps } from '../../support/service-deps.js';
import { endAll, type Running, start } from '../program.js';
import { emptyDirectory, removeDirectories } from '../till.js';

const KEYS = ['tasse', 'bol'] as const;
const AGENT = { 'User-Agent': 'comptoir-tests/1.0', 'Content-Type': 'application/json' };
/** A delivery whose dispatcher was killed comes back when its lease is over. */
const RECOVERY_MS = 60_000;

/** What a shop does with a call: it takes it, says that it cannot, takes it and hangs up, or takes its time. */
type Mood = 'well' | 'failing' | 'slow';

/** An online shop over HTTP that keeps stock, and verifies with the public library. */
function aShop() {
  const stock = new Map<string, number>(KEYS.map((key) => [key, 0]));
  const heard = new Set<string>();
  const taken = new Set<string>();
  const secrets: string[] = [];
  let mood: Mood = 'well';
  const take = (key: string, quantity: number) => stock.set(key, (stock.get(key) ?? 0) + quantity);

  const server = createServer(async (request, response) => {
    const body = await textOf(request);
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    const event = new Webhook(secrets[0] ?? '').verify(body, headers) as { id: string; lines: { key: string; quantity: number }[] };
    const isNew = !heard.has(event.id);
    heard.add(event.id);
    // Each event meets one fault at most: the second wait is five minutes.
    const fault = mood === 'failing' && isNew ? heard.size % 3 : 0;
    if (fault === 1) return void response.writeHead(500).end();
    if (!taken.has(event.id)) for (const { key, quantity } of event.lines) take(key, -quantity);
    taken.add(event.id);
    if (fault === 2) return void request.socket.destroy();
    if (mood === 'slow') await new Promise((resolve) => setTimeout(resolve, 150));
    response.writeHead(204).end();
  }).listen(0, '127.0.0.1');
  return {
    server,
    stock,
    taken,
    take,
    learn: (secret: string) => secrets.unshift(secret),
    secret: () => secrets[0] ?? '',
    be: (next: Mood) => {
      mood = next;
    },
  };
}

/** A till on PostgreSQL whose storefront and whose dispatcher are processes of their own. */
async function aStage(url: string, shop: ReturnType<typeof aShop>) {
  const database = await openDatabase({ kind: 'postgres', url }, { logger: silentLogger, processes: nodeProcesses });
  const { persistence } = database;
  const services = makeServices(testDeps({ persistence, clock: systemClock, crypto: nodeCrypto }));
  const { scope } = await establish(persistence, SHOP);
  const link = await services.syncLinks.create(scope, { name: 'La boutique', url: `${await listeningAddress(shop.server)}/hook` });
  shop.learn(link.secret);
  const { secret: key } = await services.keys.create(scope, 'keyed', { ...NO_FIELDS, name: 'till', right: 'write' });
  const variables = { DATABASE_URL: url, COMPTOIR_DATA_DIR: join(await emptyDirectory(), 'data'), COMPTOIR_ALLOW_LOOPBACK_HANDLERS: '1' };
  const { storefront = '' } = await start(['serve', '--only', 'storefront'], variables).ready;
  const dispatch = () => start(['serve', '--only', 'worker'], variables);

  /** A call of the shop, signed by the public library. */
  async function send(body: unknown, id: string = randomUUID()): Promise<{ applied: number; ignored: number }> {
    const [text, at] = [JSON.stringify(body), new Date()];
    const timestamp = String(Math.floor(at.getTime() / 1000));
    const signature = new Webhook(shop.secret()).sign(id, at, text);
    const signed = { 'X-Sync-Link': link.id, 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature };
    const answer = await fetch(`${storefront}/api/sync`, { method: 'POST', headers: { ...AGENT, ...signed }, body: text });
    if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
    return answer.json();
  }

  /** Moves stock in the shop and tells the till, three times at once. */
  async function move(of: string, quantity: number): Promise<void> {
    shop.take(of, quantity);
    const call = { type: 'stock', data: { movements: [{ id: randomUUID(), key: of, quantity }] } };
    const id = randomUUID();
    const answers = await Promise.all([send(call, id), send(call, id), send(call)]);
    expect(
      answers
        .map(({ applied }) => applied)
        .sort()
        .join(),
    ).to.be.oneOf(ONE_EFFECT);
  }

  async function sell(of: string): Promise<void> {
    const product = await services.views.products.bySyncKey(scope, of);
    const body = JSON.stringify({ lines: [{ itemId: product?.id, quantity: 2 }], payments: [{ method: 'cash', amount: 38 }] });
    const headers = { ...AGENT, Authorization: `Bearer ${key}` };
    expect((await fetch(`${storefront}/api/v1/sales`, { method: 'POST', headers, body })).status).to.equal(201);
  }

  async function settled(): Promise<void> {
    const count = async (state?: 'delivered') => (await services.views.syncLinks.deliveries(scope, { page: 1, pageSize: 1, state })).total;
    await until(async () => (await count('delivered')) === (await count()), RECOVERY_MS);
  }
  const rotate = async () => shop.learn((await services.syncLinks.rotate(scope, link.id, 24)).secret);
  return { database, persistence, services, scope, dispatch, send, move, sell, settled, rotate };
}

/** The call and its replay are answered alike; the other one finds the movement written, or writes it first. */
const ONE_EFFECT = ['0,1,1', '0,0,1'];

describe('a till on PostgreSQL and a shop, over HTTP', function () {
  this.timeout(180_000);
  const shop = aShop();
  let database: Database | null = null;
  let url = '';

  before(async function () {
    ({ url } = await createMigratedDatabase(this));
  });
  after(async () => {
    await endAll();
    shop.server.closeAllConnections();
    shop.server.close();
    await database?.close();
    await removeDirectories();
  });

  it('agree on the stock though calls fail, repeat and cross each other, secrets are replaced and dispatchers are killed', async () => {
    const stage = await aStage(url, shop);
    database = stage.database;
    let dispatcher: Running = stage.dispatch();
    await dispatcher.ready;
    await stage.send({ type: 'catalogue', data: { items: KEYS.map((key) => ({ key, name: key, price: 19 })) } });
    const traffic = (rounds: number) =>
      Promise.all(
        Array.from({ length: rounds }, (_, round) =>
          KEYS.flatMap((key) => [stage.sell(key), stage.move(key, round % 3 === 0 ? 7 : -1)]),
        ).flat(),
      );

    shop.be('failing');
    await Promise.all([traffic(8), stage.rotate()]);
    await stage.settled();
    shop.be('slow');
    for (let kill = 0; kill < 2; kill += 1) {
      await traffic(6);
      dispatcher.kill('SIGKILL');
      await dispatcher.ended;
      await Promise.all([traffic(3), stage.rotate()]);
      dispatcher = stage.dispatch();
      await dispatcher.ready;
    }
    await stage.settled();

    expect(shop.taken.size).to.equal((8 + 2 * 9) * KEYS.length);
    for (const key of KEYS) expect(await stockOf(stage.persistence, stage.scope, key), key).to.equal(shop.stock.get(key));
    expect((await stage.services.views.stock.verify(stage.scope)).differences).to.deep.equal([]);
  });
});
