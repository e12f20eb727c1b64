import { createServer } from 'node:http';
import { makeOutgoingHttp } from '@comptoir/adapters-sdk/push/outgoing-http.js';
import { expect } from 'chai';
import { until } from '../../adapters-http/until.js';
import { aQueueBench } from '../../core/push-queue/queue-bench.js';
import { FIELDS } from '../../core/webhook-endpoints/a-told-integrator.js';
import { establish } from '../../suites/builders.js';
import { anEndpoint } from '../../suites/endpoint-builders.js';
import { refusalOf } from '../../suites/suite.js';
import { listeningAddress } from '../../support/listening.js';

describe('an endpoint whose address leads to this machine', () => {
  let calls = 0;
  const outgoing = makeOutgoingHttp({ allowLoopback: false, ownPorts: () => new Set() });
  const server = createServer((_, response) => {
    calls += 1;
    response.writeHead(204).end();
  }).listen(0, '127.0.0.1');

  after(async () => {
    await outgoing.close();
    server.closeAllConnections();
    server.close();
  });

  it('cannot be added, and is not called where it is there', async () => {
    const { services, persistence, timers } = aQueueBench({ outgoing });
    const { scope } = await establish(persistence);
    const url = await listeningAddress(server);
    const { port } = new URL(url);
    for (const refused of [url, `https://127.0.0.1:${port}/`, 'https://[::1]/', 'https://169.254.169.254/latest/']) {
      expect((await refusalOf(services.webhookEndpoints.create(scope, { ...FIELDS, url: refused }))).code, refused).to.equal(
        'invalid_request',
      );
    }

    // Its name led elsewhere when it was added.
    const endpoints = [url, `http://localhost:${port}/`].map((address) => anEndpoint(scope, { url: address }));
    await persistence.transact(scope, async ({ webhookEndpoints }) => {
      for (const endpoint of endpoints) await webhookEndpoints.create(scope, endpoint);
    });
    services.dispatcher.start();
    await timers.advance(0);
    await services.unitOfWork(scope, (_, { stock }) => stock.open(scope, [{ itemId: 'mug', variantId: null }], services.clock.now()));
    const tried = async () => {
      await timers.advance(0);
      const { items } = await services.views.webhookEndpoints.deliveries(scope, { limit: 10 });
      return items.length === 2 && items.every(({ last }) => last !== null);
    };
    await until(tried);
    const { items } = await services.views.webhookEndpoints.deliveries(scope, { limit: 10 });
    for (const { state, last } of items) {
      expect(state).to.equal('waiting');
      expect(last).to.deep.include({ status: null, answer: null });
      expect(last?.error).to.match(/machine|loopback|address/i);
    }
    expect(calls).to.equal(0);
  });
});
