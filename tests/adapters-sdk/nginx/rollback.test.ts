import { once } from 'node:events';
import { appendFile, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { makeNginx } from '@comptoir/adapters-sdk/nginx/make-nginx.js';
import type { WebServer } from '@comptoir/core/vhosts/web-server.js';
import { expect } from 'chai';
import { refusalOf } from '../../suites/suite.js';
import { aMachine, type Machine } from './a-machine.js';
import { flawed } from './flawed.js';
import { visit } from './visit.js';

const TIME_LIMIT_MS = 60_000;
const SHORT_RELOAD_MS = 500;

describe('a virtual host that nginx does not accept', function () {
  this.timeout(TIME_LIMIT_MS);
  let machine: Machine;

  beforeEach(async function () {
    machine = await aMachine(this, { nginx: { reloadLimitMs: SHORT_RELOAD_MS * 10 } });
  });
  afterEach(() => machine?.nginx.close());

  const fileOf = (domain: string) => machine.nginx.path('vhosts', `${domain}.comptoir.conf`);
  const files = async () => (await readdir(machine.nginx.path('vhosts'))).sort();

  it("leaves its file, and everybody's requests, as they were", async () => {
    const { nginx, vhosts } = machine;
    const input = await machine.site('shop.example', { root: await machine.root('shop', 'page') });
    await vhosts.upsert('demo', input);
    const [before, ca] = [await readFile(fileOf('shop.example'), 'utf8'), await readFile(input.cert_path, 'utf8')];
    const broken = machine.another({ webServer: flawed(nginx.webServer, ({ domain }) => domain !== 'fine.example') });
    const answers: unknown[] = [];
    let busy = true;
    const visitors = Array.from({ length: 2 }, async () => {
      while (busy) answers.push(await visit(nginx, ca, 'shop.example', '/').then(({ text }) => text, String));
    });

    for (let index = 0; index < 2; index += 1) {
      const refusal = await refusalOf(broken.upsert('demo', { ...input, root: await machine.root(`shop-${index}`, 'other') }));
      expect(refusal.code).to.equal('config_rejected');
      expect(refusal.message).to.include('unknown directive "nonsense" in shop.example.comptoir.conf:').and.not.include(nginx.directory);
      expect(await readFile(fileOf('shop.example'), 'utf8')).to.equal(before);
      expect((await refusalOf(broken.upsert('demo', await machine.site('new.example')))).code).to.equal('config_rejected');
      await broken.upsert('demo', await machine.site('fine.example'));
    }
    busy = false;
    await Promise.all(visitors);
    expect(answers.length).to.be.greaterThan(10);
    expect(new Set(answers)).to.deep.equal(new Set(['page']));
    expect(await files()).to.deep.equal(['_default.comptoir.conf', 'fine.example.comptoir.conf', 'shop.example.comptoir.conf']);
    expect(await machine.persistence.views.vhosts.get('new.example')).to.equal(null);
  });

  it('does not hold up those that were published with it', async () => {
    const { nginx } = machine;
    const vhosts = machine.another({ webServer: flawed(nginx.webServer, ({ domain }) => domain === 'b.example') });
    const inputs = await Promise.all(['a', 'b', 'c', 'd'].map((name) => machine.site(`${name}.example`)));
    const outcomes = await Promise.all(
      inputs.map((input) =>
        vhosts.upsert('demo', input).then(
          ({ domain }) => domain,
          ({ code }) => code,
        ),
      ),
    );
    expect(outcomes).to.deep.equal(['a.example', 'config_rejected', 'c.example', 'd.example']);
    expect(await files()).to.deep.equal(['_default', 'a.example', 'c.example', 'd.example'].map((name) => `${name}.comptoir.conf`));
  });

  it('is told that somebody else on this nginx answers for the name', async () => {
    const { nginx } = machine;
    const { http, https } = nginx.options.ports;
    await writeFile(nginx.path('vhosts', 'a-person.conf'), `server { listen ${http}; server_name www.taken.example; }`);
    const refusal = await refusalOf(machine.vhosts.upsert('demo', await machine.site('taken.example', { aliases: ['www.taken.example'] })));
    expect([refusal.code, refusal.message.includes('www.taken.example')]).to.deep.equal(['config_rejected', true]);
    await machine.vhosts.upsert('demo', await machine.site('free.example'));
    expect(https).to.not.equal(http);
    expect(await files()).to.deep.equal(['_default.comptoir.conf', 'a-person.conf', 'free.example.comptoir.conf']);
  });

  it('is not blamed for a main configuration that is not valid', async () => {
    await appendFile(machine.nginx.options.configuration, 'nonsense;\n');
    const refusal = await refusalOf(machine.vhosts.upsert('demo', await machine.site('shop.example')));
    expect([refusal.code, refusal.message.includes('"nonsense" in nginx.conf:')]).to.deep.equal(['nginx_unavailable', true]);
    expect(await files()).to.deep.equal([]);
  });

  it('is taken back when nginx cannot put it into effect', async () => {
    const { nginx, vhosts } = machine;
    await vhosts.upsert('demo', await machine.site('shop.example'));
    const squatter = createServer().listen(0, '127.0.0.1');
    await once(squatter, 'listening');
    const address = squatter.address();
    const port = typeof address === 'object' ? address?.port : 0;
    // A test takes a port in use for nginx's own; only the running server finds out.
    await writeFile(nginx.path('vhosts', 'a-person.conf'), `server { listen 127.0.0.1:${port}; }`);
    const impatient = machine.another({ webServer: makeNginx({ ...nginx.options, reloadLimitMs: SHORT_RELOAD_MS }) });
    const refusal = await refusalOf(impatient.upsert('demo', await machine.site('new.example')));
    expect(refusal.code).to.equal('nginx_unavailable');
    expect(await files()).to.not.include('new.example.comptoir.conf');
    expect(await machine.persistence.views.vhosts.get('new.example')).to.equal(null);
    const failures = (await impatient.metrics()).find(({ name }) => name === 'comptoir_nginx_last_reload_failure_timestamp_seconds');
    expect(failures?.samples[0]?.value).to.be.closeTo(Date.now() / 1000, 60);
    squatter.close();
  });
});

describe('a machine whose nginx cannot be had', function () {
  this.timeout(TIME_LIMIT_MS);
  let machine: Machine;

  before(async function () {
    machine = await aMachine(this);
  });
  after(() => machine?.nginx.close());

  async function refusedOn(webServer: WebServer): Promise<string> {
    const { code, message } = await refusalOf(machine.another({ webServer }).upsert('demo', await machine.site('shop.example')));
    expect(code).to.equal('nginx_unavailable');
    expect(await readdir(machine.nginx.path('vhosts'))).to.deep.equal([]);
    expect(message).to.not.include(machine.nginx.directory);
    return message;
  }
  const withOptions = (changes: object) => makeNginx({ ...machine.nginx.options, ...changes });

  it('says that it is not installed', async () => {
    expect(await refusedOn(withOptions({ program: machine.nginx.path('no-nginx') }))).to.include('not installed');
  });

  it('says that it does not answer, is not configured, or names no pid', async () => {
    expect(await refusedOn(withOptions({ configuration: machine.nginx.path('none.conf') }))).to.include('COMPTOIR_NGINX_CONF');
    await writeFile(machine.nginx.path('bare.conf'), 'events {}');
    expect(await refusedOn(withOptions({ configuration: machine.nginx.path('bare.conf') }))).to.include('pid');
  });

  it('says that it does not read the directory', async () => {
    const configuration = machine.nginx.path('other.conf');
    await writeFile(configuration, `pid ${machine.nginx.path('nginx.pid')};\nevents {}\nhttp {}\n`);
    expect(await refusedOn(withOptions({ configuration }))).to.include('COMPTOIR_VHOST_DIR');
  });

  it('says that it may not be reloaded', async () => {
    const signal = () => {
      throw Object.assign(new Error('kill EPERM'), { code: 'EPERM' });
    };
    expect(await refusedOn(withOptions({ signal }))).to.include('EPERM');
  });

  it('says that the files cannot be written', async () => {
    await writeFile(machine.nginx.path('file'), '');
    expect(await refusedOn(withOptions({ directory: machine.nginx.path('file') }))).to.include('ENOTDIR');
  });

  it('never signals a process that only has the number of one that ran', async () => {
    const { nginx } = machine;
    const pids: number[] = [];
    const watching = withOptions({ signal: (pid: number) => pids.push(pid) });
    await nginx.stop();
    for (const left of [String(process.pid), '', '-1', '0', '1', 'nginx']) {
      await writeFile(nginx.path('nginx.pid'), left);
      expect(await refusedOn(watching), JSON.stringify(left)).to.include('not running');
    }
    await rm(nginx.path('nginx.pid'));
    expect(await refusedOn(watching)).to.include('not running');
    expect(pids).to.deep.equal([]);
  });
});
