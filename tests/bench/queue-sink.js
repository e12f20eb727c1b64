/**
 * The handler of the subject `queue`, in a process of its own: answers every POST with 204. `{ask: 'expect', counts}` (by path) is answered
 * when so many more messages have come: with the seconds since the question and, by path, how long messages took that say when they were pushed.
 */
import { createServer } from 'node:http';
import { figuresOf } from './figures.js';
import './probe.js';

/** Messages to these paths say when they were pushed. */
const TIMED = new Set(['/quiet', '/by-hand']);
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
  if (!expected?.left.has(path)) return;
  if (TIMED.has(path)) expected.latencies[path].push(now() - JSON.parse(Buffer.concat(chunks)).payload.at);
  const left = expected.left.get(path) - 1;
  if (left > 0) expected.left.set(path, left);
  else expected.left.delete(path);
  if (expected.left.size === 0) finish();
}

function finish() {
  const { latencies, since } = expected;
  expected = null;
  const figures = Object.fromEntries(Object.entries(latencies).map(([path, values]) => [path, figuresOf(values)]));
  process.send({ figures, seconds: (performance.now() - since) / 1000 });
}

process.on('message', ({ ask, counts: wanted }) => {
  if (ask === 'expect') {
    const paths = Object.keys(wanted).filter((path) => TIMED.has(path));
    expected = {
      left: new Map(Object.entries(wanted)),
      latencies: Object.fromEntries(paths.map((path) => [path, []])),
      since: performance.now(),
    };
  }
  if (ask === 'counts') process.send({ counts: Object.fromEntries(counts) });
});

function now() {
  return performance.timeOrigin + performance.now();
}
