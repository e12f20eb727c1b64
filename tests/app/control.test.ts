import { appendFile, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { COMMANDS } from '@comptoir/app/commands/commands.js';
import { databaseStatus } from '@comptoir/app/commands/database-commands.js';
import { readConfig } from '@comptoir/app/config.js';
import { runCommand, ServerSilent } from '@comptoir/app/control/run-command.js';
import { socketPathOf } from '@comptoir/app/control/socket-path.js';
import { silentLogger } from '@comptoir/core/kit/logger.js';
import { expect } from 'chai';
import { runExample } from '../docs/run-example.js';
import { type FakeShop, startFakeShop } from '../support/fake-shop/fake-shop.js';
import { comptoir, type Ended, endAll, type Running, start } from './program.js';
import { dataDirectory, emptyDirectory, removeDirectories, SLUG } from './till.js';
import { placeOrder, readOrder } from './till-api.js';

const PROCESS_TIMEOUT_MS = 60_000;
const PASSWORD = 'correct horse battery staple';

describe('the command line beside a running server', function () {
  this.timeout(PROCESS_TIMEOUT_MS);
  let directory: string;
  let server: Running;
  let shop: FakeShop;
  let storefront: string;

  before(async () => {
    directory = await dataDirectory();
    shop = await startFakeShop({ orders: 30 });
    const loopback = { COMPTOIR_ALLOW_LOOPBACK_HANDLERS: '1' };
    server = start(['serve'], { COMPTOIR_DATA_DIR: directory, COMPTOIR_LOG_LEVEL: 'debug', ...loopback });
    storefront = (await server.ready).storefront ?? '';
  });
  after(async () => {
    await endAll();
    await shop.close();
    await removeDirectories();
  });

  const run = (...args: string[]): Promise<Ended> => comptoir(args, { COMPTOIR_DATA_DIR: directory });

  async function answerOf<Result>(...args: string[]): Promise<Result> {
    const { code, stdout, stderr } = await run(...args, '--json');
    expect(code, stderr).to.equal(0);
    return JSON.parse(stdout);
  }

  const connectShop = (...args: string[]): Promise<Ended> =>
    comptoir(['shops', 'connect', '--site', SLUG, '--url', shop.url, '--json', ...args], {
      COMPTOIR_DATA_DIR: directory,
      COMPTOIR_SHOP_KEY: shop.key,
    });

  /** One call per command of the inventory; a new command without one fails below. */
  const calls: Readonly<Record<string, () => Promise<void>>> = {
    'database.status': async () => {
      const { ok } = await answerOf<{ ok: boolean }>('doctor');
      expect(ok).to.equal(true);
    },
    migrate: async () => {
      expect(await answerOf('migrate')).to.deep.equal({ applied: [] });
    },
    demo: async () => {
      expect(await answerOf<{ created: string[] }>('demo'))
        .to.have.property('created')
        .that.includes('chez-lucie');
      expect(await answerOf('demo')).to.deep.equal({ created: [], account: 'present' });
    },
    'keys.create': async () => {
      const key = await createKey();
      expect(key).to.deep.include({ name: 'the counter', scope: 'write', revokedAt: null });
      expect(key.key).to.match(new RegExp(`^cpt_${key.id}_[A-Za-z0-9]{43}_[A-Za-z0-9]{6}$`));
    },
    'keys.list': async () => {
      const { id, key } = await createKey();
      const { stdout } = await run('keys', 'list', '--site', SLUG, '--json');
      const { keys }: { keys: { id: string }[] } = JSON.parse(stdout);
      expect(keys[0]?.id).to.equal(id);
      expect(stdout).to.not.include(key);
    },
    'keys.revoke': async () => {
      const { id } = await createKey();
      expect(await answerOf<{ revokedAt: unknown }>('keys', 'revoke', id, '--site', SLUG))
        .to.have.property('revokedAt')
        .that.is.a('string');
    },
    'links.create': async () => {
      const { id, secret } = await createLink('--url', 'https://shop.example/hook');
      expect(id).to.be.a('string');
      expect(Buffer.from(secret.replace(/^whsec_/, ''), 'base64')).to.have.length(32);
      expect((await run('links', 'create', '--site', SLUG, '--name', 'x', '--url', 'http://shop.example/hook')).stderr).to.include('https');
    },
    'links.list': async () => {
      const { id, secret } = await createLink();
      const { stdout } = await run('links', 'list', '--site', SLUG, '--json');
      expect(stdout).to.include(id).and.not.include(secret);
    },
    'links.rotate': async () => {
      const { id, secret } = await createLink();
      const rotated = await answerOf<{ secret: string; secretsCount: number }>('links', 'rotate', id, '--site', SLUG);
      expect(rotated.secret).to.not.equal(secret);
      expect(rotated.secretsCount).to.equal(2);
      const ended = await answerOf<{ secretsCount: number }>('links', 'rotate', id, '--site', SLUG, '--grace-hours', '0');
      expect(ended.secretsCount).to.equal(2);
    },
    'links.disable': async () => {
      const { id } = await createLink();
      expect(await answerOf('links', 'disable', id, '--site', SLUG)).to.have.nested.property('disabled.reason', 'person');
    },
    'links.enable': async () => {
      const { id } = await createLink();
      expect(await answerOf('links', 'enable', id, '--site', SLUG)).to.have.property('disabled', null);
    },
    'links.revoke': async () => {
      const { id } = await createLink();
      expect(await answerOf('links', 'revoke', id, '--site', SLUG)).to.have.property('id', id);
      expect((await run('links', 'revoke', id, '--site', SLUG)).stderr).to.include('unknown_link');
    },
    'links.test': async () => {
      const { id } = await createLink('--url', shop.url);
      const { stdout, stderr } = await run('links', 'test', id, '--site', SLUG, '--json');
      expect(JSON.parse(stdout), stderr).to.have.property('delivered', false);
      expect(stderr).to.match(/The shop answered \d+/);
    },
    'shops.connect': async () => {
      const { code, stdout, stderr } = await connectShop();
      expect(code, stderr).to.equal(0);
      expect(JSON.parse(stdout)).to.deep.include({ site: SLUG, url: shop.url, stored: true });
      expect(stdout + stderr).to.not.include(shop.key);
      const wrong = await connectShop('--key', 'W'.repeat(32));
      expect([wrong.code, wrong.stderr]).to.deep.equal([1, wrong.stderr.startsWith('comptoir: shop_unauthorized:') ? wrong.stderr : '']);
    },
    'shops.test': async () => {
      await connectShop();
      const { shop: found } = await answerOf<{ shop: { currency: string } }>('shops', 'test', '--site', SLUG);
      expect(found.currency).to.equal('EUR');
    },
    'shops.list': async () => {
      await connectShop();
      expect((await answerOf<{ site: string }[]>('shops', 'list')).map(({ site }) => site)).to.deep.equal([SLUG]);
    },
    sync: async () => {
      await connectShop();
      const dry = await answerOf<Record<string, unknown>>('sync', 'orders', '--site', SLUG, '--dry-run');
      expect(dry).to.have.all.keys('outcome', 'writes', 'read', 'quarantined', 'requests', 'tookMs');
      const { code, stdout, stderr } = await run('sync', 'orders', '--json');
      expect(code, stderr).to.equal(0);
      const [real]: Record<string, unknown>[] = JSON.parse(stdout);
      expect(stderr.trim().split('\n').at(-1), 'how far it came in the end').to.equal(
        `${SLUG}: ${real?.['read']} of ${real?.['read']} records read`,
      );
      expect(real).to.deep.include({ site: SLUG, outcome: 'completed', writes: dry.writes });
      expect(await answerOf('sync', 'orders', '--site', SLUG)).to.deep.include({ outcome: 'completed' });
      const accepted = ['sync', 'full', '--accept-disappearance', '--json'];
      expect((await run(...accepted)).stderr).to.include('comptoir: invalid_request: Name the establishment');
      expect((await run(...accepted, '--site', SLUG)).stderr).to.include('comptoir: nothing_to_accept:');
    },
    'tokens.mint': async () => {
      const { token, expiresAt } = await mintToken('--days', '1');
      expect(token.split('.')).to.have.length(3);
      expect((Date.parse(expiresAt) - Date.now()) / 86_400_000).to.be.within(0.99, 1);
    },
    'tokens.list': async () => {
      await mintToken();
      const { tokens } = await answerOf<{ tokens: unknown[] }>('tokens', 'list', '--email', (await owner()).email);
      expect(tokens).to.not.have.length(0);
    },
    'tokens.revoke': async () => {
      await mintToken();
      const { email } = await owner();
      expect(await answerOf<{ revoked: string[] }>('tokens', 'revoke', '--email', email)).to.have.property('revoked').that.is.not.empty;
      expect(await answerOf('tokens', 'list', '--email', email)).to.deep.equal({ tokens: [] });
    },
    'users.create': async () => {
      expect(await owner()).to.deep.include({ hasPassword: true, superAdmin: false, role: 'owner' });
    },
    'orders.list': async () => {
      const { number } = await placeOrder(storefront);
      const { orders } = await answerOf<{ orders: { items: { number: string }[] } }>('orders', 'list', '--site', SLUG, '--page-size', '1');
      expect(orders.items.map((order) => order.number)).to.deep.equal([number]);
    },
    'orders.accept': () => expectStep('accept', 'accepted'),
    'orders.reject': () => expectStep('reject', 'rejected'),
    'orders.ready': () => expectStep('ready', 'ready', 'accept'),
    'orders.collect': () => expectStep('collect', 'collected', 'accept', 'ready'),
    'orders.cancel': () => expectStep('cancel', 'cancelled', 'accept'),
    'orders.seal': () => expectStep('seal', 'collected', 'accept', 'ready'),
    export: async () => {
      const file = join(directory, 'export.ndjson');
      expect((await run('export', '--site', SLUG, '--out', file)).code).to.equal(0);
      const { stdout } = await run('export', '--site', SLUG);
      const [toFile, toOutput] = [await readFile(file, 'utf8'), stdout].map((text) => text.trimEnd().split('\n'));
      expect((await stat(file)).mode & 0o077).to.equal(0);
      expect(JSON.parse(toFile?.at(-1) ?? '')).to.include({ end: true });
      expect(toOutput?.length).to.equal(toFile?.length);
      expect((await run('export', '--site', SLUG, '--out', file)).code).to.equal(1);
    },
    import: async () => {
      const file = join(directory, 'import.ndjson');
      await run('export', '--site', SLUG, '--out', file);
      const { code, stderr } = await run('import', file);
      expect([code, stderr]).to.satisfy(([ended, said]: [number, string]) => ended === 1 && said.includes('duplicate'));
      expect((await run('import', join(directory, 'nothing.ndjson'))).code).to.equal(2);
    },
    'journal.verify': async () => {
      await sell();
      const report = await answerOf<{ valid: boolean; entries: number }>('journal', 'verify', '--site', SLUG);
      expect(report).to.deep.include({ valid: true, problems: [] });
      expect(report.entries).to.be.greaterThan(0);
    },
    'journal.begin': async () => {
      await sell();
      const { stdout } = await run('journal', 'export', '--site', SLUG);
      const [head, ...entries] = stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
      expect(head).to.deep.include({ format: 'comptoir-journal-1' });
      const { heads }: { heads: { number: number }[] } = head;
      expect(entries).to.have.length(heads.reduce((sum, { number }) => sum + number, 0)).and.not.be.empty;
    },
    'journal.read': async () => {
      await sell();
      const { stdout } = await run('journal', 'export', '--site', SLUG, '--format', 'fec');
      const [head = '', ...lines] = stdout.trimEnd().split('\n');
      expect(head.split('\t')).to.have.length(18);
      expect(lines[0]?.split('\t').slice(4, 6)).to.deep.equal(['530000', 'Caisse']);
    },
    'journal.archive': async () => {
      const file = join(await emptyDirectory(), 'archive.ndjson');
      const args = ['--site', SLUG, '--from', '2026-01-01', '--to', '2026-01-31', '--out', file];
      const seal = await answerOf<{ entries: number }>('journal', 'archive', ...args);
      expect(seal).to.deep.include({ format: 'comptoir-archive-1', entries: 0 });
      const report = await answerOf<{ valid: boolean }>('journal', 'verify', '--site', SLUG, '--archive', file);
      expect(report).to.deep.include({ valid: true, problems: [] });
      await appendFile(file, '{}\n');
      expect((await run('journal', 'verify', '--site', SLUG, '--archive', file)).code).to.equal(1);
      await sellAt(new Date('2025-12-15T12:00:00Z'));
      const held = join(await emptyDirectory(), 'archive.ndjson');
      const december = ['--site', SLUG, '--from', '2025-12-01', '--to', '2025-12-31', '--out', held];
      expect(await answerOf('journal', 'archive', ...december)).to.deep.include({ entries: 1 });
      expect((await readFile(held, 'utf8')).trimEnd().split('\n')).to.have.length(2);
      expect(await answerOf('journal', 'verify', '--site', SLUG, '--archive', held)).to.deep.include({
        valid: true,
        entries: 1,
        problems: [],
      });
      expect((await runExample('docs/examples/verify-journal.mjs', {}, [held])).stdout).to.match(/: 1 entries in 1 chains, 0 problems\n$/);
      await writeFile(held, (await readFile(held, 'utf8')).replace('Divers', 'Diners'));
      expect((await run('journal', 'verify', '--site', SLUG, '--archive', held)).code).to.equal(1);
      expect((await runExample('docs/examples/verify-journal.mjs', {}, [held])).stdout).to.match(/^sale\/Archive 1: altered$/m);
    },
    'journal.archive.read': async () => {
      const file = join(await emptyDirectory(), 'archive.ndjson');
      await run('journal', 'archive', '--site', SLUG, '--from', '2026-02-01', '--to', '2026-02-02', '--out', file);
      const [head = ''] = (await readFile(file, 'utf8')).split('\n');
      expect(JSON.parse(head)).to.deep.include({ format: 'comptoir-archive-1', from: '2026-02-01', to: '2026-02-02' });
    },
    'stock.verify': async () => {
      const report = { units: 0, actions: 0, differences: [] };
      expect(await answerOf('stock', 'verify', '--site', SLUG)).to.deep.include({ ok: true, report });
    },
  };

  /** Something typed in, at the till. */
  const sell = () => sendSale({});
  /** On a register of its own, so that its chain is in order. */
  const sellAt = (at: Date) => sendSale({ at: at.toISOString(), register: 'Archive' });

  async function sendSale(changes: object): Promise<void> {
    const { key } = await createKey();
    const body = { lines: [{ name: 'Divers', unitPrice: 5, vatRate: 20 }], payments: [{ method: 'cash', amount: 5 }], ...changes };
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
    const answer = await fetch(`${storefront}/api/v1/sales`, { method: 'POST', headers, body: JSON.stringify(body) });
    expect(answer.status).to.equal(201);
  }

  const createKey = () =>
    answerOf<{ id: string; key: string }>('keys', 'create', '--site', SLUG, '--scope', 'write', '--name', 'the counter');

  interface Person {
    readonly email: string;
    readonly tenantId: string;
  }
  let person: Promise<Person> | undefined;

  /** Somebody with a password and an organisation of their own. */
  function owner(): Promise<Person> {
    const args = ['--email', 'Ada@Example.test', '--name', 'Ada Lovelace', '--organisation', 'Analytical Engines', '--password-stdin'];
    person ??= comptoir(['users', 'create', ...args, '--json'], { COMPTOIR_DATA_DIR: directory }, undefined, `${PASSWORD}\n`).then(
      ({ stdout, stderr }): Person => {
        expect(stdout, stderr).to.not.equal('');
        return JSON.parse(stdout);
      },
    );
    return person;
  }

  const mintToken = async (...options: string[]) =>
    answerOf<{ token: string; expiresAt: string }>('tokens', 'mint', '--email', (await owner()).email, ...options);

  const createLink = (...args: string[]) =>
    answerOf<{ id: string; secret: string }>('links', 'create', '--site', SLUG, '--name', 'La boutique', ...args);

  async function expectStep(step: string, status: string, ...before: string[]): Promise<void> {
    const { id } = await placeOrder(storefront);
    for (const earlier of before) await answerOf('orders', earlier, id);
    await answerOf('orders', step, id, '--reason', 'because');
    expect(await readOrder(storefront, id)).to.have.property('status', status);
  }

  it('has a test for every command', () => {
    expect(Object.keys(calls)).to.have.members([...COMMANDS.keys()]);
  });

  for (const [name, call] of Object.entries(calls)) it(`works: ${name}`, call);

  it('leaves keys, tokens and passwords out of the log of the server', async () => {
    const { key } = await createKey();
    const { token } = await mintToken();
    const { secret: linkSecret } = await createLink();
    server.kill('SIGTERM');
    const { code, stdout, stderr } = await server.ended;
    server = start(['serve'], { COMPTOIR_DATA_DIR: directory, COMPTOIR_LOG_LEVEL: 'debug' });
    storefront = (await server.ready).storefront ?? '';
    expect(code).to.equal(0);
    for (const secret of [key, token, linkSecret, PASSWORD]) expect(stdout + stderr).to.not.include(secret);
  });

  it('refuses with the code of the domain and exit code 1', async () => {
    const { id } = await placeOrder(storefront);
    const { code, stdout, stderr } = await run('orders', 'collect', id);
    expect(code).to.equal(1);
    expect(stdout).to.equal('');
    expect(stderr).to.equal('comptoir: invalid_transition: An order that is queued cannot take the step "collect".');
  });

  it('takes the short number of today with the establishment', async () => {
    const { id, number } = await placeOrder(storefront);
    const { code, stdout } = await run('orders', 'accept', String(Number(number)), '--site', SLUG);
    expect(code).to.equal(0);
    expect(stdout).to.include(`${number} is accepted`).and.include('Ada Lovelace').and.include('19,00').and.include(id);
    expect(await readOrder(storefront, id)).to.have.property('status', 'accepted');
  });

  it('does not find an order of another establishment', async () => {
    await run('demo');
    const { id } = await placeOrder(storefront);
    const { code, stderr } = await run('orders', 'accept', id, '--site', 'chez-lucie');
    expect(code).to.equal(1);
    expect(stderr).to.include('unknown_order');
  });

  it('answers on a socket that only this user can open', async () => {
    const socket = await stat(join(directory, 'comptoir.sock'));
    expect(socket.isSocket()).to.equal(true);
    expect((socket.mode & 0o777).toString(8)).to.equal('600');
  });

  it('says so when the server does not answer', async () => {
    const config = readConfig({ COMPTOIR_DATA_DIR: directory }, '/');
    server.kill('SIGSTOP');
    const error: unknown = await runCommand(config, databaseStatus, {}, silentLogger, 0).catch((reason: unknown) => reason);
    server.kill('SIGCONT');
    expect(error).to.be.instanceOf(ServerSilent);
    expect(String(error)).to.include(`process ${server.pid}`);
  });

  it('says whom it waits for, and is answered once that one can', async () => {
    server.kill('SIGSTOP');
    const waiting = start(['orders', 'list', '--site', SLUG], { COMPTOIR_DATA_DIR: directory });
    await waiting.logged(`waiting for process ${server.pid}, which holds the embedded database`);
    server.kill('SIGCONT');
    expect(await waiting.ended).to.have.property('code', 0);
  });
});

describe('the control socket', function () {
  this.timeout(PROCESS_TIMEOUT_MS);
  afterEach(endAll);
  after(removeDirectories);

  async function listAfterReady(directory: string): Promise<Ended> {
    await start(['serve'], { COMPTOIR_DATA_DIR: directory }).ready;
    return comptoir(['orders', 'list', '--site', SLUG], { COMPTOIR_DATA_DIR: directory });
  }

  it('is taken over from a server that was killed', async () => {
    const directory = await dataDirectory();
    const killed = start(['serve'], { COMPTOIR_DATA_DIR: directory });
    await killed.ready;
    killed.kill('SIGKILL');
    await killed.ended;
    expect((await stat(join(directory, 'comptoir.sock'))).isSocket()).to.equal(true);
    expect(await listAfterReady(directory)).to.deep.include({ code: 0, stderr: '' });
  });

  it('is gone after a stop, and commands then open the database themselves', async () => {
    const directory = await dataDirectory();
    const server = start(['serve'], { COMPTOIR_DATA_DIR: directory });
    await server.ready;
    server.kill('SIGTERM');
    expect((await server.ended).code).to.equal(0);
    const socket: unknown = await stat(join(directory, 'comptoir.sock')).catch((reason: unknown) => reason);
    expect(socket).to.have.property('code', 'ENOENT');
    const { code, stdout } = await comptoir(['orders', 'list', '--site', SLUG], { COMPTOIR_DATA_DIR: directory });
    expect(code).to.equal(0);
    expect(stdout).to.equal('Chez Lucie: no orders.');
  });

  it('lives elsewhere when the path of the data directory is too long for one', async () => {
    const directory = join(await emptyDirectory(), 'a-rather-long-name-of-a-directory'.repeat(4), 'data');
    expect(socketPathOf(directory)).to.not.include(directory);
    await start(['serve', '--only', 'worker'], { COMPTOIR_DATA_DIR: directory }).ready;
    const { code, stdout } = await comptoir(['migrate'], { COMPTOIR_DATA_DIR: directory });
    expect(code).to.equal(0);
    expect(stdout).to.equal('The database is up to date.');
    const socket = await stat(socketPathOf(directory));
    expect((socket.mode & 0o777).toString(8)).to.equal('600');
    await rm(dirname(socketPathOf(directory)), { recursive: true });
  });

  it('is not needed between commands: they wait for each other', async () => {
    const directory = await dataDirectory();
    const ended = await Promise.all([1, 2, 3].map(() => comptoir(['migrate'], { COMPTOIR_DATA_DIR: directory })));
    for (const { code, stderr } of ended) expect(code, stderr).to.equal(0);
  });
});
