import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { Agent } from 'node:https';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { axios, Client, crypto } from 'acme-client';
import { aNginx } from '../dist/support/nginx.js';
import { startPebble } from '../dist/support/pebble.js';
import { benchFile, scratch, startChild } from './child.js';
import { spread } from './figures.js';
import { figure, table, withSpread } from './report.js';

/**
 * From a call of the SDK to a certificate on disk, one after the other, from a pebble that does not sleep. The floor is acme-client's
 * own `auto()` with an account that is there already, polling as fast as it can be told to; it writes nothing and keeps nothing.
 * And from a call to the first handshake: the certificate, the virtual host, and nginx that has read it.
 */
export async function measureSubject({ quick, note }) {
  const challenges = await startChallenges();
  const pebble = await startPebble('pebble', { httpPort: challenges.port });
  const contestants = [
    { name: 'comptoir, files on disk', ...(await startSubject(pebble, challenges)) },
    { name: 'acme-client auto(), in memory', ...(await startFloor(pebble, challenges)) },
    { name: 'comptoir, to the first handshake', ...(await startSite()) },
  ];
  try {
    const rounds = await inTurn(contestants, { rounds: quick ? 3 : 7, each: quick ? 5 : 20, note });
    return { title: 'milliseconds per new certificate', text: certsTable(rounds), data: { rounds } };
  } finally {
    for (const { stop } of contestants) await stop();
    await pebble.stop();
    challenges.close();
  }
}

/** Where pebble looks: it is told the port before either contestant is there. */
async function startChallenges() {
  const known = new Map();
  let origin = '';
  const server = createServer(async (request, response) => {
    const own = known.get(request.url);
    if (own !== undefined) return response.end(own);
    const answer = await fetch(`${origin}${request.url}`);
    response.writeHead(answer.status).end(await answer.text());
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: server.address().port,
    known,
    passTo: (address) => {
      origin = address;
    },
    close: () => server.close(),
  };
}

async function startSubject({ directoryUrl, caFile }, challenges) {
  const data = join(scratch, 'certs');
  mkdirSync(data);
  const child = await startChild([benchFile('../../packages/app/bin/comptoir.js'), 'serve', '--only', 'sdk'], {
    COMPTOIR_DATA_DIR: data,
    COMPTOIR_SDK_PORT: '0',
    ACME_DIRECTORY_URL: directoryUrl,
    ACME_CA_FILE: caFile,
  });
  challenges.passTo(child.ready.sdk);
  return {
    stop: () => child.stop(),
    provision: (domain) => ask(child.ready.sdk, 'certs/provision', { domain }),
  };
}

/** `vhost/upsert_auto` of a new site each time, on an nginx and with a pebble of its own. */
async function startSite() {
  const nginx = await aNginx(suite);
  const { http, https } = nginx.options.ports;
  const pebble = await startPebble('pebble', { httpPort: http });
  await nginx.start();
  const child = await startChild([benchFile('../../packages/app/bin/comptoir.js'), 'sdk'], {
    COMPTOIR_DATA_DIR: nginx.path('data'),
    COMPTOIR_SDK_PORT: '0',
    COMPTOIR_EDGE_PORT: '0',
    COMPTOIR_VHOST_DIR: nginx.options.directory,
    COMPTOIR_CERT_DIR: nginx.options.certificateDirectory,
    COMPTOIR_ROOTS: nginx.path('sites'),
    COMPTOIR_NGINX_CONF: nginx.options.configuration,
    COMPTOIR_NGINX_HTTP_PORT: String(http),
    COMPTOIR_NGINX_HTTPS_PORT: String(https),
    ACME_DIRECTORY_URL: pebble.directoryUrl,
    ACME_CA_FILE: pebble.caFile,
  });
  const ca = await pebble.issuerRoot();
  return {
    async stop() {
      await child.stop();
      await nginx.close();
      await pebble.stop();
    },
    async provision(domain) {
      await ask(child.ready.sdk, 'vhost/upsert_auto', { domain, root: nginx.path('sites') });
      const socket = connect({ host: '127.0.0.1', port: https, servername: domain, ca });
      await once(socket, 'secureConnect');
      socket.destroy();
    },
  };
}

/** Programs that are missing end the run. */
const suite = {
  skip() {
    throw new Error('nginx has to be installed.');
  },
  runnable: () => ({}),
};

async function ask(origin, path, body) {
  const answer = await fetch(`${origin}/__platform/sdk/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Sdk-App-Id': 'bench' },
    body: JSON.stringify(body),
  });
  if (answer.status !== 200) throw new Error(await answer.text());
}

async function startFloor({ directoryUrl, ca }, { known }) {
  axios.defaults.httpsAgent = new Agent({ ca, keepAlive: true });
  const client = new Client({ directoryUrl, accountKey: await crypto.createPrivateEcdsaKey(), backoffMin: 20, backoffMax: 2_000 });
  const account = { termsOfServiceAgreed: true, contact: ['mailto:bench@example.org'] };
  await client.createAccount(account);
  const pathOf = ({ token }) => `/.well-known/acme-challenge/${token}`;
  return {
    stop: async () => undefined,
    async provision(domain) {
      const [, csr] = await crypto.createCsr({ altNames: [domain] }, await crypto.createPrivateEcdsaKey());
      await client.auto({
        csr,
        email: 'bench@example.org',
        termsOfServiceAgreed: true,
        skipChallengeVerification: true,
        challengePriority: ['http-01'],
        challengeCreateFn: async (_authorization, challenge, keyAuthorization) => known.set(pathOf(challenge), keyAuthorization),
        challengeRemoveFn: async (_authorization, challenge) => known.delete(pathOf(challenge)),
      });
    },
  };
}

/** One round of each to warm up. */
async function inTurn(contestants, { rounds, each, note }) {
  const took = contestants.map(() => []);
  for (let round = 0; round <= rounds; round += 1) {
    note(round === 0 ? 'warming up' : `round ${round} of ${rounds}`);
    for (const [index, { provision }] of contestants.entries()) {
      const times = await timesOf(each, (number) => provision(`r${round}-c${index}-n${number}.example.test`));
      if (round > 0) took[index].push(times);
    }
  }
  return contestants.map(({ name }, index) => ({ name, ...figuresOf(took[index], took[1]) }));
}

async function timesOf(count, work) {
  const times = [];
  for (let number = 0; number < count; number += 1) {
    const start = performance.now();
    await work(number);
    times.push(performance.now() - start);
  }
  return times.sort((left, right) => left - right);
}

function figuresOf(rounds, floor) {
  const at = (times, share) => times[Math.min(times.length - 1, Math.floor(times.length * share))];
  const all = rounds.flat().sort((left, right) => left - right);
  return {
    p50: at(all, 0.5),
    p95: at(all, 0.95),
    overFloor: spread(rounds.map((times, round) => at(times, 0.5) / at(floor[round], 0.5))),
  };
}

function certsTable(rounds) {
  return table(
    ['what', 'p50 ms', 'p95 ms', 'p50 ÷ auto()'],
    rounds.map(({ name, p50, p95, overFloor }) => [name, figure(p50), figure(p95), withSpread(overFloor, 2)]),
  );
}
