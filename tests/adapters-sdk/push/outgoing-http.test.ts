import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { Worker } from 'node:worker_threads';
import { makeOutgoingHttp } from '@comptoir/adapters-sdk/push/outgoing-http.js';
import { expect } from 'chai';
import { listeningAddress } from '../../support/listening.js';
import { textOf } from './text-of.js';

/** A handler in a thread of its own: it can hang up while this one is busy, as servers do with connections that nobody has used for a while. */
const HANDLER = `
  const { createServer } = require('node:http');
  const { parentPort, workerData } = require('node:worker_threads');
  const sockets = new Set();
  const server = createServer((request, response) => request.resume().on('end', () => response.end()));
  server.on('connection', (socket) => sockets.add(socket.on('close', () => sockets.delete(socket))));
  const tell = () => Atomics.store(workerData, 0, 1) && Atomics.notify(workerData, 0);
  parentPort.on('message', () => {
    let left = sockets.size;
    if (left === 0) tell();
    for (const socket of sockets) socket.on('close', () => --left === 0 && tell()).destroy();
  });
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
`;

/** Nothing else ends a test while this thread waits. */
const HANG_UP_MS = 5_000;

async function aHandlerElsewhere() {
  const hungUp = new Int32Array(new SharedArrayBuffer(4));
  const thread = new Worker(HANDLER, { eval: true, workerData: hungUp });
  const [port] = await once(thread, 'message');
  return {
    url: `http://127.0.0.1:${port}/`,
    /** Returns when it has, and this thread has seen nothing of it. */
    hangUp() {
      Atomics.store(hungUp, 0, 0);
      thread.postMessage('hang up');
      expect(Atomics.wait(hungUp, 0, 0, HANG_UP_MS)).to.not.equal('timed-out');
    },
    stop: () => thread.terminate(),
  };
}

describe('calls to handlers', () => {
  const ownPorts = new Set<number>();
  const outgoing = makeOutgoingHttp({ allowLoopback: true, ownPorts: () => ownPorts });
  const servers: Server[] = [];

  after(async () => {
    await outgoing.close();
    for (const server of servers) server.closeAllConnections();
    for (const server of servers) server.close();
  });

  async function serving(listener: RequestListener): Promise<string> {
    const server = createServer(listener).listen(0, '127.0.0.1');
    servers.push(server);
    return listeningAddress(server);
  }

  const post = (url: string, changes: { timeoutMs?: number; body?: string } = {}) =>
    outgoing.post({ url, headers: { 'Content-Type': 'application/json' }, body: '{"n":1}', timeoutMs: 5_000, ...changes });

  it('send the body, and tell the status and what Retry-After asks for', async () => {
    const got: { request?: IncomingMessage; body?: string } = {};
    const url = await serving(async (request, response) => {
      Object.assign(got, { request, body: await textOf(request) });
      response.writeHead(429, { 'Retry-After': '7' }).end('busy');
    });
    expect(await post(`${url}/jobs?key=a%20b`, { body: '{"é":"🌻"}' })).to.deep.equal({ kind: 'answered', status: 429, retryAfterSecs: 7 });
    expect(got.request).to.include({ method: 'POST', url: '/jobs?key=a%20b' });
    expect(got.request?.headers).to.include({ 'content-type': 'application/json' });
    expect(got.body).to.equal('{"é":"🌻"}');
  });

  it('tell addresses apart that they have called before, and what is none', async () => {
    const called: (string | undefined)[] = [];
    const url = await serving((request, response) => {
      called.push(request.url);
      response.end();
    });
    const paths = ['/a?b=1', '/a?b=2', '/a', '/a?b=1', '/a?b=2'];
    for (const path of paths) await post(`${url}${path}`);
    expect(called).to.deep.equal(paths);
    for (let time = 0; time < 2; time += 1) expect(await post('nowhere')).to.have.property('kind', 'forbidden');
  });

  it('do not follow a redirect', async () => {
    let calls = 0;
    const url = await serving((_, response) => {
      calls += 1;
      response.writeHead(307, { Location: '/elsewhere' }).end();
    });
    expect(await post(url)).to.include({ kind: 'answered', status: 307 });
    expect(calls).to.equal(1);
  });

  it('use connections again', async () => {
    const ports = new Set<number | undefined>();
    const url = await serving((request, response) => {
      ports.add(request.socket.remotePort);
      request.resume().on('end', () => response.end('ok'));
    });
    for (let call = 0; call < 20; call += 1) await post(url);
    // The head of an answer is enough to go on; its end may still be under way.
    expect(ports.size).to.be.at.most(3);
  });

  it('are made anew where the other side has closed a connection and nobody has seen it yet', async () => {
    const handler = await aHandlerElsewhere();
    try {
      for (let time = 0; time < 20; time += 1) {
        expect(await post(handler.url)).to.have.property('kind', 'answered');
        // Not in the turn that reads what came over connections: the next one is to see that this one is gone.
        await new Promise(setImmediate);
        handler.hangUp();
        expect(await post(handler.url), `time ${time}`).to.have.property('kind', 'answered');
      }
    } finally {
      await handler.stop();
    }
  });

  it('leave no connection open for so long that a server hangs up', async () => {
    let hungUp: () => void = () => undefined;
    const closed = new Promise<void>((resolve) => {
      hungUp = resolve;
    });
    const url = await serving((request, response) => {
      request.socket.on('close', hungUp);
      response.setHeader('Keep-Alive', 'timeout=60').end();
    });
    const calledAt = performance.now();
    await post(url);
    await closed;
    expect(performance.now() - calledAt).to.be.lessThan(4_000);
  });

  it('end when no head has come in time, and hang up', async () => {
    let hungUp: () => void = () => undefined;
    const closed = new Promise<void>((resolve) => {
      hungUp = resolve;
    });
    const url = await serving((request) => request.on('close', hungUp));
    expect(await post(url, { timeoutMs: 50 })).to.deep.equal({ kind: 'timed-out' });
    await closed;
  });

  it('begin nothing when there is no time', async () => {
    expect(await post('http://127.0.0.1:1/', { timeoutMs: 0 })).to.deep.equal({ kind: 'timed-out' });
  });

  it('do not wait for the end of an answer, nor read all of an endless one', async () => {
    let cut: () => void = () => undefined;
    const closed = new Promise<void>((resolve) => {
      cut = resolve;
    });
    const url = await serving((_, response) => {
      response.writeHead(200);
      const chunk = 'x'.repeat(64 * 1024);
      const more = () => {
        if (!response.destroyed) response.write(chunk, () => setImmediate(more));
      };
      response.on('close', cut);
      more();
    });
    expect(await post(url)).to.include({ kind: 'answered', status: 200 });
    await closed;
  });

  it('tell that nobody answers at an address', async () => {
    expect(await post('http://127.0.0.1:1/')).to.deep.equal({ kind: 'unreachable', reason: 'No connection: ECONNREFUSED.' });
    expect(await post('http://no-such-name.invalid/')).to.have.property('kind', 'unreachable');
  });

  it('tell that a connection broke', async () => {
    const url = await serving((request) => request.socket.destroy());
    expect(await post(url)).to.have.property('kind', 'unreachable');
  });

  it('are not made to an address that a name leads to, when that is forbidden', async () => {
    let calls = 0;
    const url = await serving((_, response) => {
      calls += 1;
      response.end();
    });
    const strict = makeOutgoingHttp({ allowLoopback: false, ownPorts: () => ownPorts });
    const byName = url.replace('127.0.0.1', 'localhost');
    for (const address of [url, byName]) {
      const outcome = await strict.post({ url: address, headers: {}, body: '', timeoutMs: 5_000 });
      expect(outcome, address).to.deep.equal({ kind: 'forbidden', reason: 'The address is this machine.' });
    }
    await strict.close();
    expect(await post(byName)).to.include({ kind: 'answered', status: 200 });
    expect(calls).to.equal(1);
  });

  it('are never made to the ports of the host itself', async () => {
    const url = await serving((_, response) => void response.end());
    ownPorts.add(Number(new URL(url).port));
    expect(await post(url)).to.deep.equal({ kind: 'forbidden', reason: 'The address is this server itself.' });
  });
});
