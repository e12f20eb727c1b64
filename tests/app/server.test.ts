import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { createServer } from 'node:net';
import { json } from 'node:stream/consumers';
import { expect } from 'chai';
import { endAll, type Ready, type Running, start } from './program.js';
import { dataDirectory, demoDirectory, emptyDirectory, removeDirectories } from './till.js';
import { AGENT, ORDER_BODY, placeOrder, readOrder } from './till-api.js';

/** Starting a program takes seconds on a busy machine, making an embedded database even more. */
const PROCESS_TIMEOUT_MS = 60_000;

interface Server extends Ready {
  readonly storefront: string;
  readonly program: Running;
}

async function serve(directory: string, args: readonly string[] = [], variables: Readonly<Record<string, string>> = {}): Promise<Server> {
  const program = start(['serve', ...args], { COMPTOIR_DATA_DIR: directory, ...variables });
  const ready = await program.ready;
  return { ...ready, storefront: ready.storefront ?? '', program };
}

describe('comptoir serve', function () {
  this.timeout(PROCESS_TIMEOUT_MS);
  afterEach(endAll);
  after(removeDirectories);

  describe('when it is ready', () => {
    it('prints one JSON line with the address of every host, and every host answers', async () => {
      const directory = await dataDirectory();
      const before = performance.now();
      const { program, ...ready } = await serve(directory);
      console.log(`      (ready after ${Math.round(performance.now() - before)} ms)`);
      expect(Object.keys(ready)).to.deep.equal(['ready', 'storefront', 'platform', 'sdk', 'edge']);
      for (const origin of [ready.storefront, ready.platform, ready.sdk, ready.edge]) {
        expect(origin).to.match(/^http:\/\/127\.0\.0\.1:\d+$/);
        for (const path of ['/healthz', '/readyz']) expect((await fetch(`${origin}${path}`, { headers: AGENT })).status).to.equal(200);
      }
      program.kill('SIGTERM');
      const { code, stdout, stderr } = await program.ended;
      expect(code).to.equal(0);
      expect(stdout.split('\n')).to.have.length(1);
      for (const line of stderr.split('\n')) expect(() => JSON.parse(line), line).to.not.throw();
    });

    it('starts only what it is asked for', async () => {
      const { program, ...ready } = await serve(await dataDirectory(), ['--only', 'sdk,worker']);
      expect(Object.keys(ready).filter((key) => key !== 'storefront')).to.deep.equal(['ready', 'sdk']);
      program.kill('SIGTERM');
      expect((await program.ended).code).to.equal(0);
    });

    it('stays up with workers alone, until it is stopped', async () => {
      const { program } = await serve(await dataDirectory(), ['--only', 'worker']);
      await program.logged('started');
      program.kill('SIGTERM');
      const { code, stdout } = await program.ended;
      expect(code).to.equal(0);
      expect(stdout).to.equal('{"ready":true}');
    });

    it('links to the port it was given by the system', async () => {
      const { storefront } = await serve(await dataDirectory());
      expect((await placeOrder(storefront)).trackingUrl).to.match(new RegExp(`^${storefront}/`));
    });

    it('links to the public address when there is one, wherever it listens', async () => {
      const { storefront } = await serve(await dataDirectory(), [], { COMPTOIR_STOREFRONT_URL: 'https://till.example' });
      expect((await placeOrder(storefront)).trackingUrl).to.match(/^https:\/\/till\.example\//);
    });

    it('has the demonstration when asked, also the second time', async () => {
      const directory = await emptyDirectory();
      for (const _time of [1, 2]) {
        const { storefront, program } = await serve(directory, ['--demo']);
        expect((await fetch(`${storefront}/api/carte?slug=chez-lucie`, { headers: AGENT })).status).to.equal(200);
        program.kill('SIGTERM');
        expect((await program.ended).code).to.equal(0);
      }
    });
  });

  describe('with the demonstration', () => {
    it('says where to sign in and as whom, in the log', async () => {
      const { platform, program } = await serve(await demoDirectory(), ['--demo']);
      await program.logged(`sign in at ${platform}/manage as admin@demo.test with the password demo-password-1`);
    });

    it('keeps the account with the public password out of production, and says why', async () => {
      const secret = { NODE_ENV: 'production', COMPTOIR_SECRET: 's'.repeat(32) };
      const { program, storefront } = await serve(await demoDirectory(), ['--demo'], secret);
      await program.logged('the demonstration account is left out in production: its password is public');
      await program.logged('no mail can be sent: COMPTOIR_SMTP_URL is not set');
      expect((await fetch(`${storefront}/api/carte?slug=chez-lucie`, { headers: AGENT })).status).to.equal(200);
    });
  });

  describe('when it is stopped', () => {
    it('finishes the request in flight, takes no new one, and exits 0', async () => {
      const { storefront, program } = await serve(await dataDirectory());
      const { finish, answered } = await beginOrder(storefront);
      program.kill('SIGTERM');
      await program.logged('stopping');
      await expectRefused(storefront);
      finish();
      const answer = await answered;
      expect(answer.statusCode).to.equal(200);
      expect(answer.headers.connection).to.equal('close');
      expect(await json(answer)).to.have.property('ok', true);
      expect((await program.ended).code).to.equal(0);
    });

    it('does not wait for connections that are idle', async () => {
      const { storefront, program } = await serve(await dataDirectory());
      const agent = new Agent({ keepAlive: true });
      const idle = request(`${storefront}/healthz`, { agent, headers: AGENT }).end();
      const [answer] = (await once(idle, 'response')) as [IncomingMessage];
      await json(answer);
      program.kill('SIGINT');
      expect((await program.ended).code).to.equal(0);
      agent.destroy();
    });

    it('ends live streams', async () => {
      const { storefront, program } = await serve(await dataDirectory());
      const { id } = await placeOrder(storefront);
      const stream = await fetch(`${storefront}/api/order/${id}/events`, { headers: AGENT });
      expect(stream.headers.get('content-type')).to.match(/^text\/event-stream/);
      program.kill('SIGTERM');
      await stream.text();
      expect((await program.ended).code).to.equal(0);
    });

    it('ends at once, with 1, at a second signal', async () => {
      const { storefront, program } = await serve(await dataDirectory());
      const { abandoned } = await beginOrder(storefront);
      program.kill('SIGTERM');
      await program.logged('stopping');
      const insist = setInterval(() => program.kill('SIGTERM'), 50);
      const { code } = await program.ended.finally(() => clearInterval(insist));
      expect(code).to.equal(1);
      await abandoned;
    });
  });

  describe('when it cannot start', () => {
    it('names the variable of a port that is taken, in one line', async () => {
      const squatter = createServer().listen(0, '127.0.0.1');
      await once(squatter, 'listening');
      const address = squatter.address();
      const port = typeof address === 'object' ? String(address?.port) : '';
      const program = start(['serve'], { COMPTOIR_DATA_DIR: await dataDirectory(), COMPTOIR_PLATFORM_PORT: port });
      const { code, stdout, stderr } = await program.ended;
      squatter.close();
      expect(code).to.equal(1);
      expect(stdout).to.equal('');
      expect(stderr).to.equal(`comptoir: COMPTOIR_PLATFORM_PORT: port ${port} on 127.0.0.1 is already in use`);
    });

    it('refuses production without a secret', async () => {
      const { code, stderr } = await start(['serve'], { COMPTOIR_DATA_DIR: await dataDirectory(), NODE_ENV: 'production' }).ended;
      expect(code).to.equal(1);
      expect(stderr).to.match(/^comptoir: COMPTOIR_SECRET [^\n]*$/);
    });

    it('says that the database cannot be reached', async () => {
      const variables = { COMPTOIR_DATA_DIR: await emptyDirectory(), DATABASE_URL: 'postgres://till:hunter2@127.0.0.1:1/till' };
      const { code, stderr } = await start(['serve'], variables).ended;
      expect(code).to.equal(1);
      expect(stderr)
        .to.match(/^comptoir: DATABASE_URL: [^\n]*$/)
        .and.not.include('hunter2');
    });
  });

  describe('on an embedded database', () => {
    it('refuses a second server, naming the first', async () => {
      const directory = await dataDirectory();
      const { program, storefront } = await serve(directory);
      const { code, stdout, stderr } = await start(['serve'], { COMPTOIR_DATA_DIR: directory }).ended;
      expect(code).to.equal(1);
      expect(stdout).to.equal('');
      expect(stderr).to.match(new RegExp(`^comptoir: .*in use by process ${program.pid}[^\n]*$`));
      await placeOrder(storefront);
    });

    it('still has an order that was answered just before kill -9', async () => {
      const directory = await dataDirectory();
      const first = await serve(directory);
      const order = await placeOrder(first.storefront);
      first.program.kill('SIGKILL');
      expect((await first.program.ended).signal).to.equal('SIGKILL');
      const second = await serve(directory);
      expect(await readOrder(second.storefront, order.id)).to.deep.include({ id: order.id, number: order.number, status: 'queued' });
      expect((await placeOrder(second.storefront)).number).to.equal('002');
    });
  });
});

interface OpenOrder {
  finish(): void;
  readonly answered: Promise<IncomingMessage>;
  readonly abandoned: Promise<void>;
}

/** Places an order up to its body: the server has answered `100 Continue`, so the request has begun. */
async function beginOrder(storefront: string): Promise<OpenOrder> {
  const call = request(`${storefront}/api/order`, {
    method: 'POST',
    agent: new Agent({ keepAlive: true }),
    headers: { ...AGENT, 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(ORDER_BODY), Expect: '100-continue' },
  });
  const answered = once(call, 'response').then(([response]): IncomingMessage => response);
  const abandoned = new Promise<void>((resolve) => void call.once('close', resolve));
  answered.catch(() => undefined);
  call.on('error', () => undefined);
  call.flushHeaders();
  await once(call, 'continue');
  return { finish: () => void call.end(ORDER_BODY), answered, abandoned };
}

async function expectRefused(origin: string): Promise<void> {
  const error: unknown = await fetch(`${origin}/healthz`, { headers: AGENT }).catch((reason: unknown) => reason);
  expect(error).to.be.instanceOf(Error);
}
