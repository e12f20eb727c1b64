import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { benchFile, startChild } from './child.js';
import { figuresOf } from './figures.js';
import { createDatabase } from './postgres.js';
import { figure, table } from './report.js';

const PER_SECOND = 100;
/** Each may make ten calls a second. */
const READERS = 20;
const WARM_UP_SECS = 2;

const CASES = [
  { name: 'a gate each', gates: READERS },
  { name: 'all at one gate', gates: 1 },
];

/** A hundred entries a second, whatever the answers take, at the gates of a museum on PostgreSQL. */
export async function measureSubject({ quick, note }) {
  const secs = quick ? 5 : 20;
  const rows = [];
  for (const one of CASES) {
    note(one.name);
    rows.push({ name: one.name, ...(await measure(one, secs)) });
  }
  const shown = rows.map(({ name, count, p50, p99, slowest }) => [
    name,
    String(count),
    ...[p50, p99, slowest].map((value) => figure(value)),
  ]);
  return {
    title: `${PER_SECOND} entries a second, each with its own ticket, timed from when it was due`,
    text: table(['case', 'scans', 'p50 ms', 'p99 ms', 'slowest ms'], shown),
    data: { rows },
  };
}

async function measure({ gates }, secs) {
  const database = await createDatabase();
  const total = (secs + WARM_UP_SECS) * PER_SECOND;
  const server = await startChild([benchFile('scans-server.js'), String(total), String(READERS)], { DATABASE_URL: database.url });
  try {
    const millis = await scanAtPace(server.ready, gates);
    const measured = millis.slice(WARM_UP_SECS * PER_SECOND);
    return { ...figuresOf(measured), slowest: Math.max(...measured) };
  } finally {
    await server.stop();
    await database.drop();
  }
}

async function scanAtPace({ port, codes, keys }, gates) {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  const begun = performance.now();
  const answers = [];
  for (const [index, code] of codes.entries()) {
    const due = begun + (index * 1000) / PER_SECOND;
    await wait(Math.max(0, due - performance.now()));
    const body = JSON.stringify({ code, gate: `G${index % gates}`, nonce: randomUUID() });
    answers.push(scan({ agent, port, key: keys[index % keys.length] }, body).then(() => performance.now() - due));
  }
  const millis = await Promise.all(answers);
  agent.destroy();
  return millis;
}

function scan({ agent, port, key }, body) {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) };
  const options = { agent, port, host: '127.0.0.1', method: 'POST', path: '/api/v1/access/scan', headers };
  return new Promise((resolve, reject) => {
    const sent = request(options, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part) => {
        text += part;
      });
      response.on('end', () =>
        text.includes('"admitted":true') ? resolve() : reject(new Error(`answered ${response.statusCode} ${text}`)),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
