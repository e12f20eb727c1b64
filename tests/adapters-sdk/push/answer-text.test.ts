import { createServer, type RequestListener, type Server } from 'node:http';
import { makeOutgoingHttp } from '@comptoir/adapters-sdk/push/outgoing-http.js';
import { expect } from 'chai';
import { listeningAddress } from '../../support/listening.js';

const MAX = 1024;

describe('the answer to a call whose text is wanted', () => {
  const outgoing = makeOutgoingHttp({ allowLoopback: true, ownPorts: () => new Set() });
  const servers: Server[] = [];

  after(async () => {
    await outgoing.close();
    for (const server of servers) server.closeAllConnections();
    for (const server of servers) server.close();
  });

  async function answered(listener: RequestListener, timeoutMs = 5_000) {
    const server = createServer(listener).listen(0, '127.0.0.1');
    servers.push(server);
    const url = await listeningAddress(server);
    return outgoing.post({ url, headers: {}, body: '{}', timeoutMs, answerBytesMax: MAX });
  }

  it('has it whole where it is short', async () => {
    const outcome = await answered((_, response) => response.writeHead(422).end('{"é":"non"}'));
    expect(outcome).to.deep.equal({ kind: 'answered', status: 422, retryAfterSecs: null, text: '{"é":"non"}' });
  });

  it('has none where there is none', async () => {
    expect(await answered((_, response) => response.writeHead(204).end())).to.include({ status: 204, text: '' });
  });

  it('has its beginning, and does not wait for the end of what has none', async () => {
    const outcome = await answered((_, response) => {
      response.write('x'.repeat(MAX + 10));
    });
    expect(outcome).to.deep.equal({ kind: 'answered', status: 200, retryAfterSecs: null, text: 'x'.repeat(MAX) });
  });

  it('has what came in time, or before it broke off', async () => {
    expect(await answered((_, response) => void response.write('one'), 300)).to.include({ status: 200, text: 'one' });
    const broken = await answered((request, response) => {
      response.write('two', () => request.socket.destroy());
    });
    expect(broken).to.include({ status: 200, text: 'two' });
  });

  it('is what it is where no head comes', async () => {
    expect(await answered(() => undefined, 50)).to.deep.equal({ kind: 'timed-out' });
    expect(await answered((request) => void request.socket.destroy())).to.have.property('kind', 'unreachable');
  });
});
