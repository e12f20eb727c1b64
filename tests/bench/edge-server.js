/** One of the servers of the subject `edge`, named by the first argument; the second is the directory of the sites. */
import { createServer } from 'node:http';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { benchFile } from './child.js';
import './probe.js';

const SERVERS = { bare, thread, edge };

const server = createServer(await SERVERS[process.argv[2]]());
server.listen(0, '127.0.0.1', () => process.stdout.write(`${JSON.stringify({ port: server.address().port })}\n`));

const HEAD = { 'Content-Type': 'text/plain;charset=UTF-8', 'Content-Length': 5 };

function bare() {
  return (_request, response) => response.writeHead(200, HEAD).end('hello');
}

/** The least that a handler in another thread costs: one message there, one back. */
function thread() {
  const worker = new Worker(benchFile('edge-thread.js'));
  const waiting = new Map();
  let last = 0;
  worker.on('message', ([id, text]) => {
    waiting.get(id).writeHead(200, HEAD).end(text);
    waiting.delete(id);
  });
  return (_request, response) => {
    last += 1;
    waiting.set(last, response);
    worker.postMessage(last);
  };
}

/** The real host, with everything but a database. */
async function edge() {
  const { makeDirectorySiteRoots } = await import('@comptoir/adapters-http/edge/directory-site-roots.js');
  const { makeEdge } = await import('@comptoir/adapters-http/edge/edge.js');
  const { makeEdgeSites } = await import('@comptoir/adapters-http/edge/edge-sites.js');
  const { makeSiteGenerations } = await import('@comptoir/core/edge-routes/site-generations.js');
  const { silentLogger } = await import('@comptoir/core/kit/logger.js');
  const { makeMemoryPersistence } = await import('@comptoir/core/memory-persistence.js');
  const { transact, views } = makeMemoryPersistence();
  const sites = makeEdgeSites({
    roots: makeDirectorySiteRoots(join(process.argv[3])),
    generations: makeSiteGenerations({ transact, views: views.siteGenerations }),
    logger: silentLogger,
    liveReload: false,
  });
  return makeEdge(sites, { publicUrl: 'http://127.0.0.1', trustProxyHops: 0, logger: silentLogger, health: {} }).callback();
}
