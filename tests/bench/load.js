/**
 * The load: keeps `connections` busy with requests that are ready as bytes. A process of its own, and a plain socket loop,
 * because on two cores a heavier client is what gets measured: it must cost less than the cheapest server. Sends the next
 * request when the answer is complete, never before.
 *
 * A job is `{port, connections, requests, status, ms?, awake?}`: each request once, or round and round for `ms` milliseconds;
 * `awake` never lets the load's core sleep, because waking one costs the server that writes to it, on virtual machines more than
 * a call does. Only for servers that need no third core.
 */
import { connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { figuresOf } from './figures.js';

process.on('message', (job) => {
  runJob(job).then(
    (figures) => process.send(figures),
    (error) => process.send({ error: error.message }),
  );
});
process.on('disconnect', () => process.exit());
process.stdout.write('{}\n');

async function runJob({ port, connections, requests, status, ms, awake = false }) {
  const bytes = requests.map((request) => Buffer.from(request));
  const latencies = [];
  const started = performance.now();
  const until = ms === undefined ? Number.POSITIVE_INFINITY : started + ms;
  const total = ms === undefined ? bytes.length : Number.POSITIVE_INFINITY;
  let sent = 0;
  const next = () => (sent < total && performance.now() < until ? bytes[sent++ % bytes.length] : undefined);
  const work = Promise.all(Array.from({ length: connections }, () => keepBusy({ port, status, next, latencies })));
  await (awake ? withoutSleep(work) : work);
  return { ...figuresOf(latencies), seconds: (performance.now() - started) / 1000 };
}

async function withoutSleep(work) {
  let isOver = false;
  const over = work.finally(() => {
    isOver = true;
  });
  while (!isOver) await setImmediate();
  return over;
}

/** One connection; resolves when there is nothing more to send. */
function keepBusy({ port, status, next, latencies }) {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let answer = Buffer.alloc(0);
    let missing = 0;
    let sentAt = 0;

    const send = () => {
      const request = next();
      if (request === undefined) {
        socket.destroy();
        resolve();
        return;
      }
      missing = -1;
      sentAt = performance.now();
      socket.write(request);
    };
    const receive = (chunk) => {
      if (missing < 0) {
        answer = answer.length === 0 ? chunk : Buffer.concat([answer, chunk]);
        const bodyAt = answer.indexOf('\r\n\r\n') + 4;
        if (bodyAt < 4) return;
        const head = answer.latin1Slice(0, bodyAt);
        if (Number(head.slice(9, 12)) !== status) throw new Error(`not ${status}: ${answer.toString()}`);
        if (isChunked(head) && !answer.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK)) return;
        missing = isChunked(head) ? 0 : bodyLengthOf(head, status) - (answer.length - bodyAt);
        answer = Buffer.alloc(0);
      } else {
        missing -= chunk.length;
      }
      if (missing > 0) return;
      latencies.push(performance.now() - sentAt);
      send();
    };
    const fail = (error) => {
      socket.destroy();
      reject(error);
    };
    socket.on('connect', send);
    socket.on('error', fail);
    socket.on('end', () => fail(new Error('the server closed the connection')));
    socket.on('data', (chunk) => {
      try {
        receive(chunk);
      } catch (error) {
        fail(error);
      }
    });
  });
}

const LAST_CHUNK = Buffer.from('0\r\n\r\n');

/** Without a length; such an answer is complete with its last chunk. */
function isChunked(head) {
  return /\r\ntransfer-encoding: chunked\r\n/i.test(head);
}

function bodyLengthOf(head, status) {
  if (status === 304) return 0;
  const length = /\r\ncontent-length: (\d+)/i.exec(head);
  if (length === null) throw new Error(`an answer without Content-Length: ${head}`);
  return Number(length[1]);
}
