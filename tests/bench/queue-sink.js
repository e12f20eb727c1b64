/**
 * The handler of the subject `queue`, in a process of its own: answers every POST with 204. `{ask: 'expect', count, app}` is answered
 * when so many more messages have come: with the seconds since the question, and how long each message took that says when it was pushed.
 */
import { createServer } from 'node:http';
import { figuresOf } from './figures.js';
import './probe.js';

const QUIET = '/quiet';
const counts = new Map();
let expected = null;

const server = createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    response.writeHead(204).end();
    arrived(request.url, chunks);
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.stdout.write(`${JSON.stringify({ port: server.address().port })}\n`));

function arrived(path, chunks) {
  counts.set(path, (counts.get(path) ?? 0) + 1);
  if (expected === null || expected.path !== path) return;
  if (path === QUIET) expected.latencies.push(now() - JSON.parse(Buffer.concat(chunks)).payload.at);
  expected.left -= 1;
  if (expected.left === 0) finish();
}

function finish() {
  const { latencies, since } = expected;
  expected = null;
  process.send({ ...figuresOf(latencies), seconds: (performance.now() - since) / 1000 });
}

process.on('message', ({ ask, path, count }) => {
  if (ask === 'expect') expected = { path, left: count, latencies: [], since: performance.now() };
  if (ask === 'counts') process.send({ counts: Object.fromEntries(counts) });
});

function now() {
  return performance.timeOrigin + performance.now();
}
