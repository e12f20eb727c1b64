import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { makeNginx } from '@comptoir/adapters-sdk/nginx/make-nginx.js';
import type { DomainError } from '@comptoir/core/kit/errors.js';
import type { VhostInput } from '@comptoir/core/vhosts/vhost-contract.js';
import { expect } from 'chai';
import { refusalOf } from '../../suites/suite.js';
import { aMachine, type Machine } from './a-machine.js';
import { visit } from './visit.js';

const TIME_LIMIT_MS = 60_000;

describe('what a virtual host on nginx is refused for', function () {
  this.timeout(TIME_LIMIT_MS);
  let machine: Machine;
  let sound: VhostInput;

  before(async function () {
    machine = await aMachine(this, { nginx: { sdkOrigin: 'http://127.0.0.1:3080' } });
    sound = await machine.site('shop.example', { aliases: ['www.shop.example'] });
    await mkdir(machine.nginx.path('elsewhere'));
    await writeFile(machine.nginx.path('elsewhere', 'index.html'), 'secret');
  });
  after(() => machine?.nginx.close());

  const upsert = (changes: Partial<Record<keyof VhostInput, unknown>>) =>
    refusalOf(machine.vhosts.upsert('demo', { ...sound, ...(changes as Partial<VhostInput>) }));

  /** The field, when it is an invalid request. */
  const fieldOf = ({ code, issues }: DomainError) => (code === 'invalid_request' ? issues[0]?.path : code);

  const NOT_HOSTS = [
    'shop example',
    'shop.example;',
    'shop.example{',
    'a\nb.example',
    '*.example',
    '.example',
    'shop..example',
    '-shop.example',
    'shop-.example',
    'sh_op.example',
    'http://shop.example',
    'shop.example/',
    'shop.example:80',
    '127.0.0.1',
    '0x7f.1',
    '[::1]',
    '::1',
    '1.2.3',
    '$host',
    '"a"',
    "a'.example",
    '~^(.*)$',
    'a\\b.example',
    '%61.example',
    'xn--a.example',
    'a'.repeat(64),
    `${'a.'.repeat(127)}example`,
    '\u0000',
    '\ud800.example',
    '１２７.0.0.1',
  ];
  it('names that are no host names, as domain or alias', async () => {
    for (const name of NOT_HOSTS) {
      expect(fieldOf(await upsert({ domain: name })), JSON.stringify(name)).to.equal('domain');
      expect(fieldOf(await upsert({ aliases: [name] })), JSON.stringify(name)).to.equal('aliases.0');
    }
    expect(fieldOf(await upsert({ domain: `${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(40)}.example` }))).to.equal(
      'domain',
    );
  });

  it('an alias that is there already, however it is spelled', async () => {
    expect(fieldOf(await upsert({ aliases: ['SHOP.example'] }))).to.equal('aliases.0');
    expect(fieldOf(await upsert({ aliases: ['www.shop.example', 'WWW.shop.example.'] }))).to.equal('aliases.1');
  });

  it('a document root outside of the allowed ones, also through a link or around a corner', async () => {
    const { nginx } = machine;
    await symlink(nginx.path('elsewhere'), nginx.path('sites', 'link'));
    await writeFile(nginx.path('sites', 'file'), '');
    const roots = [
      '/',
      '/etc',
      nginx.path('elsewhere'),
      nginx.path('sites', 'link'),
      `${nginx.path('sites')}/../elsewhere`,
      nginx.path('sites', 'missing'),
    ];
    for (const root of [
      ...roots,
      'sites',
      `${nginx.path('sites')}-other`,
      nginx.path('sites', 'file'),
      '/srv/a b',
      '/srv/a;b',
      '/srv/$host',
      '/srv/a\u0000',
    ]) {
      expect(fieldOf(await upsert({ root })), root).to.equal('root');
    }
  });

  it("a document root that holds the platform's own files, or is held by them", async function () {
    const own = await aMachine(this, {});
    const { nginx } = own;
    const around = { ...nginx.options, roots: [nginx.directory], privatePaths: [nginx.path('certs'), nginx.path('vhosts')] };
    const vhosts = own.another({ webServer: makeNginx(around) });
    const input = await own.site('shop.example');
    for (const root of [nginx.directory, nginx.path('certs'), nginx.path('vhosts')]) {
      expect(fieldOf(await refusalOf(vhosts.upsert('demo', { ...input, root }))), root).to.equal('root');
    }
    await vhosts.upsert('demo', { ...input, root: await own.root('mine', 'page') });
    await nginx.close();
  });

  it('a server that is not an address alone, or is the SDK', async () => {
    const strange = [
      'ftp://127.0.0.1',
      'http://127.0.0.1:4000/path',
      'http://u:p@127.0.0.1',
      'http://127.0.0.1:4000?x',
      'http://127.0.0.1:99999',
      'http://',
      'unix:/run/x.sock',
    ];
    const hostile = [
      'http://$host',
      'http://127.0.0.1:4000;',
      'http://127.0.0.1:4000/../',
      'http://a b',
      'http://127.0.0.1\n',
      'http://[::1%lo]:1',
      'http://a_b:1',
      'http://é.example',
    ];
    const own = [
      'http://127.0.0.1:3080',
      'http://localhost:3080/',
      'http://[::1]:3080',
      'http://0.0.0.0:3080',
      'http://0x7f.1:3080',
      'http://till.example:3080',
      'http://[::ffff:127.0.0.1]:3080',
    ];
    for (const given of [...strange, ...hostile, ...own])
      expect(fieldOf(await upsert({ proxy_pass: given })), given).to.equal('proxy_pass');
  });

  it('a socket that is none, or is not where PHP-FPM has its sockets', async () => {
    const { nginx } = machine;
    await machine.root('shop.example', 'page');
    await writeFile(nginx.path('php', 'file.sock'), '');
    const server = createServer().listen(nginx.path('elsewhere', 'fpm.sock'));
    for (const socket of [
      nginx.path('php', 'file.sock'),
      nginx.path('php', 'missing.sock'),
      nginx.path('elsewhere', 'fpm.sock'),
      '/run/a.sock;',
    ]) {
      expect(fieldOf(await upsert({ php_fpm_socket: socket })), socket).to.equal('php_fpm_socket');
    }
    server.close();
  });

  it('a certificate that is missing, elsewhere, of other names, or not of the key', async () => {
    const { nginx } = machine;
    const other = await machine.certificate('other.example');
    await writeFile(nginx.path('elsewhere', 'cert.pem'), await readFile(sound.cert_path));
    await writeFile(nginx.path('certs', 'empty.pem'), '');
    const certs = [
      nginx.path('certs', 'missing.pem'),
      nginx.path('elsewhere', 'cert.pem'),
      nginx.path('certs'),
      nginx.path('certs', 'empty.pem'),
      other.certPath,
      '/etc/passwd',
      'a.pem',
    ];
    for (const certPath of certs) {
      const refusal = await upsert({ cert_path: certPath });
      expect(fieldOf(refusal), certPath).to.equal(certPath === other.certPath ? 'key_path' : 'cert_path');
    }
    for (const keyPath of [other.keyPath, sound.cert_path, nginx.path('certs', 'empty.pem')])
      expect(fieldOf(await upsert({ key_path: keyPath }))).to.equal('key_path');
    const uncovered = await upsert({ cert_path: other.certPath, key_path: other.keyPath });
    expect(uncovered.issues).to.deep.equal([{ path: 'cert_path', message: 'The certificate is not for shop.example' }]);
    expect((await upsert({ aliases: ['www.shop.example', 'more.example'] })).issues[0]?.message).to.include('more.example');
  });

  it("a name that is another one's, or the platform's own", async () => {
    await machine.vhosts.upsert('first', sound);
    const stolen = await machine.site('thief.example', { aliases: ['www.shop.example'] });
    expect((await refusalOf(machine.vhosts.upsert('demo', stolen))).code).to.equal('host_taken');
    expect((await upsert({})).code).to.equal('host_taken');
    expect((await refusalOf(machine.vhosts.remove('demo', 'shop.example'))).code).to.equal('host_taken');
    expect(
      (await refusalOf(machine.vhosts.upsertAutomatic('demo', { domain: 'shop.example', root: await machine.root('x', 'x') }))).code,
    ).to.equal('host_taken');
    expect((await refusalOf(machine.vhosts.upsert('demo', await machine.site('manage.example')))).code).to.equal('host_taken');
    expect((await visit(machine.nginx, await readFile(sound.cert_path, 'utf8'), 'www.shop.example', '/')).status).to.equal(200);
  });

  it('nothing of which is left on the disk', async () => {
    const files = await readdir(machine.nginx.path('vhosts'));
    expect(files.sort()).to.deep.equal(['_default.comptoir.conf', 'shop.example.comptoir.conf']);
    expect(await machine.nginx.errors()).to.not.match(/\[(?:emerg|alert|crit)\]/);
  });
});
