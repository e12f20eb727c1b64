import { createServer } from 'node:http';
import { join } from 'node:path';
import { type Database, openDatabase } from '@comptoir/adapters-db/database.js';
import { nodeCrypto } from '@comptoir/app/adapters/node-crypto.js';
import { nodeProcesses } from '@comptoir/app/adapters/node-processes.js';
import { systemClock } from '@comptoir/app/adapters/system-clock.js';
import { silentLogger } from '@comptoir/core/kit/logger.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { makeServices } from '@comptoir/core/services.js';
import { expect } from 'chai';
import { Webhook } from 'standardwebhooks';
import { until } from '../../adapters-http/until.js';
import { textOf } from '../../adapters-sdk/push/text-of.js';
import { FIELDS } from '../../core/webhook-endpoints/a-told-integrator.js';
import { anEvent, anOrder, establish } from '../../suites/builders.js';
import { listeningAddress } from '../../support/listening.js';
import { createDatabase } from '../../support/postgres.js';
import { testDeps } from '../../support/service-deps.js';
import { endAll, type Running, start } from '../program.js';
import { emptyDirectory, removeDirectories } from '../till.js';

/** A delivery whose dispatcher was killed comes back when its lease is over. */
const RECOVERY_MS = 150_000;
const ORDERS = 24;

/** What an integrator does with an event: it takes it; it hangs up or says that it cannot, the first time; or it takes its time. */
type Mood = 'well' | 'failing' | 'slow';

/** An integrator over HTTP that verifies with the public library. */
function anIntegrator() {
  const heard = new Map<string, { readonly type: string; readonly orderId: string; times: number }>();
  let secret = '';
  let mood: Mood = 'well';
  const server = createServer(async (request, response) => {
    const body = await textOf(request);
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    const event = new Webhook(secret).verify(body, headers) as { id: string; type: string; data: { order_id: string } };
    const known = heard.get(event.id) ?? { type: event.type, orderId: event.data.order_id, times: 0 };
    known.times += 1;
    heard.set(event.id, known);
    // An event meets one fault at most: the second wait is five minutes.
    const fault = mood === 'failing' && known.times === 1 ? heard.size % 3 : 0;
    if (fault === 1) return void request.socket.destroy();
    if (fault === 2) return void response.writeHead(500).end();
    if (mood === 'slow') await new Promise((resolve) => setTimeout(resolve, 150));
    response.writeHead(204).end();
  }).listen(0, '127.0.0.1');
  return {
    server,
    heard,
    learn: (given: string) => {
      secret = given;
    },
    be: (next: Mood) => {
      mood = next;
    },
  };
}

describe('endpoints of integrators on PostgreSQL, over HTTP', function () {
  this.timeout(600_000);
  const integrator = anIntegrator();
  let database: Database | null = null;
  let url = '';

  before(async function () {
    ({ url } = await createDatabase(this));
  });
  after(async () => {
    await endAll();
    integrator.server.closeAllConnections();
    integrator.server.close();
    await database?.close();
    await removeDirectories();
  });

  it('hear of every order that is there, and of no other, though calls fail and dispatchers are killed', async () => {
    database = await openDatabase({ kind: 'postgres', url }, { logger: silentLogger, processes: nodeProcesses });
    await database.migrate();
    const { persistence } = database;
    const services = makeServices(testDeps({ persistence, clock: systemClock, crypto: nodeCrypto }));
    const { scope } = await establish(persistence);
    const address = `${await listeningAddress(integrator.server)}/hook`;
    const endpoint = await services.webhookEndpoints.create(scope, { ...FIELDS, url: address, types: ['order.created'] });
    integrator.learn(endpoint.secret);
    const variables = { DATABASE_URL: url, COMPTOIR_DATA_DIR: join(await emptyDirectory(), 'data'), COMPTOIR_ALLOW_LOOPBACK_HANDLERS: '1' };
    const dispatch = () => start(['serve', '--only', 'worker'], variables);

    const placed: string[] = [];
    let tried = 0;
    async function place(of: Scope): Promise<void> {
      const order = anOrder(of);
      tried += 1;
      const isUndone = tried % 4 === 0;
      placed.push(order.id);
      const placing = services.unitOfWork(of, async (_, { orders }) => {
        await orders.place(of, order, anEvent('queued'));
        if (isUndone) throw new UndoneOnPurpose();
      });
      await placing.catch((error: unknown) => {
        if (!(error instanceof UndoneOnPurpose)) throw error;
        placed.splice(placed.indexOf(order.id), 1);
      });
    }
    const placeMany = async (count: number) => {
      for (let nth = 0; nth < count; nth += 1) await place(scope);
    };
    const settled = async () => {
      const { items } = await services.views.webhookEndpoints.deliveries(scope, { limit: 200 });
      return items.length === placed.length && items.every(({ state }) => state === 'delivered');
    };

    let dispatcher: Running = dispatch();
    await dispatcher.ready;
    integrator.be('failing');
    await placeMany(ORDERS);
    await until(settled, RECOVERY_MS);
    integrator.be('slow');
    for (let kill = 0; kill < 2; kill += 1) {
      await placeMany(ORDERS);
      dispatcher.kill('SIGKILL');
      await dispatcher.ended;
      await placeMany(5);
      dispatcher = dispatch();
      await dispatcher.ready;
    }
    await until(settled, RECOVERY_MS);

    const events = [...integrator.heard.values()];
    expect(events.map(({ orderId }) => orderId)).to.have.members(placed);
    expect(events.some(({ times }) => times > 1)).to.equal(true);
    expect((await services.views.webhookEndpoints.get(scope, endpoint.id))?.disabled).to.equal(null);
  });
});

class UndoneOnPurpose extends Error {}
