import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { drainAll } from '@comptoir/app/drain.js';
import { type HttpHost, listen } from '@comptoir/app/http-host.js';
import { expect } from 'chai';

function listenHere(): Promise<HttpHost> {
  return listen({ address: '127.0.0.1', port: 0, variable: 'COMPTOIR_STOREFRONT_PORT' });
}

describe('a host', () => {
  it('answers what came before its listener was mounted', async () => {
    const host = await listenHere();
    const call = request(host.origin).end();
    await once(call, 'finish');
    const answered = once(call, 'response');
    host.mount((_request, response) => response.end('here'));
    const [response] = (await answered) as [IncomingMessage];
    expect(response.statusCode).to.equal(200);
    response.resume();
    await drainAll([host], 1_000);
  });

  it('cuts what does not finish in time', async () => {
    const host = await listenHere();
    const begun = new Promise<void>((resolve) => host.mount(() => resolve()));
    const call = request(host.origin).end();
    const broken = once(call, 'error');
    await begun;
    await drainAll([host], 10);
    expect((await broken)[0]).to.be.instanceOf(Error);
  });

  it('does not wait out its patience when everything is finished', async () => {
    const host = await listenHere();
    host.mount((_request, response) => response.end());
    const response = await fetch(host.origin);
    await response.text();
    const before = performance.now();
    await drainAll([host], 60_000);
    expect(performance.now() - before).to.be.below(5_000);
  });

  it('lets a slow answer on a connection that is kept finish, then closes it', async () => {
    const host = await listenHere();
    let finish: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => {
      host.mount((_request, response) => {
        response.write('first ');
        finish = () => response.end('last');
        resolve();
      });
    });
    const answer = fetch(host.origin);
    await begun;
    const body = (await answer).text();
    const drained = drainAll([host], 60_000);
    finish();
    expect(await body).to.equal('first last');
    await drained;
  });
});
