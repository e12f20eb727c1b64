import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { networkInterfaces } from 'node:os';
import { connect } from 'node:tls';
import { promisify } from 'node:util';
import { makeCertificateFiles } from '@comptoir/adapters-sdk/files/certificate-files.js';
import { makeNginx } from '@comptoir/adapters-sdk/nginx/make-nginx.js';
import type { VhostInput } from '@comptoir/core/vhosts/vhost-contract.js';
import { expect } from 'chai';
import { closeAll, serve } from '../../adapters-http/serve.js';
import { aMachine, type Machine } from './a-machine.js';
import { aFastcgiEcho } from './fastcgi-echo.js';
import { handshake, serialOf, visit, visitPlainly } from './visit.js';

/** Starting nginx and making keys takes a while on a busy machine. */
const TIME_LIMIT_MS = 60_000;

describe('a virtual host on nginx', function () {
  this.timeout(TIME_LIMIT_MS);
  let machine: Machine;

  before(async function () {
    const sdkOrigin = await serve((request, response) => response.end(`${request.method} ${request.url} ${request.headers.host}`));
    machine = await aMachine(this, { nginx: { sdkOrigin } });
  });
  after(async () => {
    await machine?.nginx.close();
    await closeAll();
  });

  async function published(domain: string, changes: Partial<VhostInput> = {}): Promise<{ input: VhostInput; ca: string }> {
    const input = await machine.site(domain, changes);
    await machine.vhosts.upsert('demo', input);
    return { input, ca: await readFile(input.cert_path, 'utf8') };
  }

  /** Those that take connections. */
  async function workers(): Promise<string> {
    const pid = (await readFile(machine.nginx.path('nginx.pid'), 'utf8')).trim();
    const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ');
    const titles = await Promise.all(children.map((child) => readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => 'is shutting down')));
    // One that has ended has no title, until nginx looks after its children.
    return children.filter((_child, index) => titles[index] && !titles[index].includes('is shutting down')).join(' ');
  }

  it('serves the files of its root over TLS and HTTP/2, under all of its names', async () => {
    const { nginx, vhosts } = machine;
    const root = await machine.root('files', '<h1>Bonjour</h1>');
    const input = await machine.site('files.example', { root, aliases: ['www.files.example'] });
    const { vhostPath, pid } = await vhosts.upsert('demo', input);

    const ca = await readFile(input.cert_path, 'utf8');
    for (const name of ['files.example', 'www.files.example']) {
      expect(await visit(nginx, ca, name, '/')).to.deep.include({ status: 200, text: '<h1>Bonjour</h1>' });
    }
    expect((await visit(nginx, ca, 'files.example', '/missing')).status).to.equal(404);
    expect(vhostPath).to.equal(nginx.path('vhosts', 'files.example.comptoir.conf'));
    expect(String(pid)).to.equal((await readFile(nginx.path('nginx.pid'), 'utf8')).trim());
    const socket = await handshake(nginx, 'files.example', ['h2', 'http/1.1']);
    expect([socket.alpnProtocol, socket.getProtocol()]).to.deep.equal(['h2', 'TLSv1.3']);
    socket.destroy();
  });

  it('neither shows hidden files and keys nor follows a link to what somebody else owns', async () => {
    const root = await machine.root('hidden', 'page');
    await writeFile(`${root}/.env`, 'SECRET=1');
    await mkdir(`${root}/.git`);
    await writeFile(`${root}/.git/config`, 'secret');
    await writeFile(`${root}/privkey.PEM`, 'secret');
    await writeFile(`${root}/own.html`, 'own');
    await symlink(`${root}/own.html`, `${root}/link.html`);
    await promisify(execFile)('ln', ['-s', '/etc/hostname', `${root}/other.html`]);
    const isRoot = process.getuid?.() === 0;
    if (isRoot) await promisify(execFile)('chown', ['-h', '12345', `${root}/other.html`]);
    const { ca } = await published('hidden.example', { root });

    const statusOf = async (path: string) => (await visit(machine.nginx, ca, 'hidden.example', path)).status;
    expect(await Promise.all(['/.env', '/.git/config', '/privkey.PEM', '/other.html'].map(statusOf))).to.deep.equal([404, 404, 404, 404]);
    expect(await Promise.all(['/own.html', '/link.html'].map(statusOf))).to.deep.equal([200, 200]);
  });

  it('leads from HTTP to HTTPS, to the same address', async () => {
    await published('moved.example');
    const answer = await visitPlainly(machine.nginx, 'moved.example', '/a?b=c%20d');
    const port = machine.nginx.options.ports.https;
    expect([answer.status, answer.headers.location]).to.deep.equal([301, `https://moved.example:${port}/a?b=c%20d`]);
  });

  it('hands challenges on to the SDK host, for any name and nothing else', async () => {
    await published('challenged.example');
    for (const host of ['challenged.example', 'nobody.example', '192.0.2.1']) {
      const path = '/.well-known/acme-challenge/evaGxfADs6pSRb2LAv9IZf17Dt3juxGJ-PCt92wr-oA';
      expect(await visitPlainly(machine.nginx, host, path)).to.deep.include({ status: 200, text: `GET ${path} ${host}` });
    }
    for (const path of ['/..%2f..%2f__platform/sdk/vhost/remove', '/a/b', '/a%2fb', '/a?x', '/%00', '/', '/..%5c', '/%252e%252e%252f']) {
      const answer = await visitPlainly(machine.nginx, 'nobody.example', `/.well-known/acme-challenge${path}`);
      expect(answer.text, path).to.match(/^<html>/);
    }
  });

  it("answers for no name that is nobody's", async () => {
    await published('somebody.example');
    expect((await visitPlainly(machine.nginx, 'nobody.example', '/')).status).to.equal(404);
    expect(await handshake(machine.nginx, 'nobody.example').catch(({ code }) => code)).to.equal('ERR_SSL_TLSV1_UNRECOGNIZED_NAME');
  });

  it('leads programs of this machine to the SDK, and nobody else', async () => {
    const { nginx } = machine;
    await published('beside-the-sdk.example');
    const path = '/__platform/sdk/queue/stats';
    const ask = (host: string, headers: Record<string, string> = {}) => visitPlainly(nginx, host, path, { method: 'POST', headers });
    expect(await ask('127.0.0.1')).to.deep.include({ status: 200, text: `POST ${path} 127.0.0.1` });
    // The SDK itself refuses other names.
    expect((await ask('evil.example')).text).to.equal(`POST ${path} evil.example`);
    for (const name of ['Forwarded', 'Via', 'X-Forwarded-For', 'X-Forwarded-Host', 'X-Real-IP']) {
      expect((await ask('127.0.0.1', { [name]: 'x' })).status, name).to.equal(403);
    }
    expect((await ask('beside-the-sdk.example')).status).to.equal(301);
    expect((await visitPlainly(nginx, '127.0.0.1', '/metrics')).status).to.equal(404);
    expect((await visitPlainly(nginx, '127.0.0.1', '/__platform/sdk/../../metrics')).status).to.equal(404);
    const others = Object.values(networkInterfaces()).flatMap((addresses) => (addresses ?? []).filter(({ internal }) => !internal));
    for (const { address } of others.filter(({ family }) => family === 'IPv4')) {
      const answer = await fetch(`http://${address}:${nginx.options.ports.http}${path}`, { method: 'POST' });
      expect(answer.status, address).to.equal(403);
    }
  });

  it('has a certificate for those, too, and does without when it is gone', async () => {
    const { nginx } = machine;
    const fallback = await machine.certificate('fallback.example');
    const withFallback = machine.another({ webServer: makeNginx({ ...nginx.options, fallbackCertificate: async () => fallback }) });
    const input = await machine.site('somebody-else.example');
    await withFallback.upsert('demo', input);
    expect((await visit(nginx, fallback.pem, 'fallback.example', '/')).status).to.equal(404);

    await rm(fallback.certPath);
    expect(await nginx.webServer.test()).to.have.property('ok', true);
    expect(
      await handshake(nginx, 'fallback.example').then(
        () => 'answered',
        () => 'refused',
      ),
    ).to.equal('refused');
    expect((await visit(nginx, await readFile(input.cert_path, 'utf8'), 'somebody-else.example', '/')).status).to.equal(200);
    await machine.vhosts.upsert('demo', input);
  });

  it('has that certificate made again when somebody removed it', async () => {
    const { nginx } = machine;
    const files = makeCertificateFiles({ directory: nginx.path('certs'), roots: [] });
    const withFallback = machine.another({ webServer: makeNginx({ ...nginx.options, fallbackCertificate: files.defaultCertificate }) });
    const input = await machine.site('one-more.example');
    await withFallback.upsert('demo', input);
    await rm(nginx.path('certs', '.default'), { recursive: true });
    await withFallback.reconcile();
    const socket = await handshake(nginx, 'nobody.example');
    expect(socket.authorized).to.equal(false);
    socket.destroy();
    await machine.vhosts.upsert('demo', input);
  });

  it('shows a placeholder until there is something', async () => {
    const { ca } = await published('soon.example');
    const answer = await visit(machine.nginx, ca, 'soon.example', '/any');
    expect(answer.headers['content-type']).to.equal('text/html; charset=utf-8');
    expect([answer.status, answer.text.includes('nothing here yet')]).to.deep.equal([200, true]);
  });

  it('serves a renewed certificate at the next handshake, without a reload', async () => {
    const { input } = await published('renewed.example');
    const [serial, before] = [await serialOf(machine.nginx, 'renewed.example'), await workers()];
    const { certPath, keyPath } = await machine.certificate('renewed.example');
    await rename(keyPath, input.key_path);
    await rename(certPath, input.cert_path);

    expect(await serialOf(machine.nginx, 'renewed.example')).to.not.equal(serial);
    expect(await workers()).to.equal(before);
  });

  it('changes nothing when the same is asked for again', async () => {
    const { input } = await published('again.example', { root: await machine.root('again', 'page') });
    const before = await workers();
    const again = await machine.vhosts.upsert('demo', { ...input, domain: 'AGAIN.example.' });
    expect(again.domain).to.equal('again.example');
    expect(await workers()).to.equal(before);
    await machine.vhosts.upsert('demo', { ...input, root: await machine.root('again-2', 'page') });
    expect(await workers()).to.not.equal(before);
  });

  it('takes an international name for what it is in the DNS', async () => {
    const input = await machine.site('xn--caf-dma.example');
    const { domain } = await machine.vhosts.upsert('demo', { ...input, domain: 'Café.example' });
    expect(domain).to.equal('xn--caf-dma.example');
    expect((await visit(machine.nginx, await readFile(input.cert_path, 'utf8'), domain, '/')).status).to.equal(200);
  });

  it('gives an automatic one a certificate, and its file another name', async () => {
    const { vhosts, nginx } = machine;
    const root = await machine.root('auto', 'auto');
    const first = await vhosts.upsertAutomatic('demo', { domain: 'auto.example', root, email: 'ada@example.org' });
    expect(first).to.deep.include({ certReused: false, vhostPath: nginx.path('vhosts', 'auto.example.comptoir-auto.conf') });
    expect((await visit(nginx, await readFile(first.certPath, 'utf8'), 'auto.example', '/')).text).to.equal('auto');
    expect((await vhosts.upsertAutomatic('demo', { domain: 'auto.example', root })).certReused).to.equal(true);

    await vhosts.upsert('demo', await machine.site('auto.example'));
    const files = (await readdir(nginx.path('vhosts'))).filter((name) => name.startsWith('auto.example'));
    expect(files).to.deep.equal(['auto.example.comptoir.conf']);
  });

  it('is gone when it is removed', async () => {
    const { vhosts, nginx } = machine;
    await published('removed.example');
    expect((await vhosts.remove('demo', 'removed.example')).removed).to.equal(true);
    expect((await visitPlainly(nginx, 'removed.example', '/')).status).to.equal(404);
    expect(await readdir(nginx.path('vhosts'))).to.not.include('removed.example.comptoir.conf');
    expect((await vhosts.remove('demo', 'removed.example')).removed).to.equal(false);
  });

  describe('in front of a server', () => {
    it('hands on requests with who asked for what, and nothing a visitor could claim', async () => {
      const seen = serve((request, response) => response.end(JSON.stringify({ url: request.url, ...request.headers })));
      const { ca } = await published('app.example', { proxy_pass: await seen });
      const claims = {
        'X-Forwarded-For': '198.51.100.1',
        'X-Forwarded-Proto': 'http',
        'X-Real-IP': '198.51.100.1',
        'X-Sdk-App-Id': 'demo',
      };
      const answer = await visit(machine.nginx, ca, 'app.example', '/a%2Fb?c', { headers: claims });
      const headers = JSON.parse(answer.text);
      expect(headers).to.deep.include({ url: '/a%2Fb?c', host: 'app.example', 'x-forwarded-proto': 'https' });
      expect(headers).to.deep.include({ 'x-forwarded-for': '127.0.0.1', 'x-real-ip': '127.0.0.1', 'x-forwarded-host': 'app.example' });
      expect(headers).to.not.have.property('x-sdk-app-id');
    });

    it('lets a connection become a websocket', async () => {
      const server = createServer().listen(0, '127.0.0.1');
      await once(server, 'listening');
      server.on('upgrade', (request, socket) => {
        socket.write(`HTTP/1.1 101 Switching Protocols\r\nUpgrade: ${request.headers.upgrade}\r\nConnection: Upgrade\r\n\r\n`);
        socket.on('data', (chunk) => socket.end(`echo ${chunk}`));
      });
      const address = server.address();
      const port = typeof address === 'object' ? address?.port : 0;
      const { ca } = await published('live.example', { proxy_pass: `http://localhost:${port}` });
      const socket = connect({ host: '127.0.0.1', port: machine.nginx.options.ports.https, servername: 'live.example', ca });
      socket.write('GET / HTTP/1.1\r\nHost: live.example\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n');
      const [head] = await once(socket, 'data');
      expect(String(head)).to.match(/^HTTP\/1\.1 101 /);
      socket.write('hello');
      expect(String((await once(socket, 'data'))[0])).to.equal('echo hello');
      socket.destroy();
      server.close();
    });

    it('answers 502 while the server is away, or its name leads nowhere', async () => {
      for (const [index, proxyPass] of ['http://127.0.0.1:9', 'http://no-such-name.invalid:4000'].entries()) {
        const { ca } = await published(`away-${index}.example`, { proxy_pass: proxyPass });
        expect((await visit(machine.nginx, ca, `away-${index}.example`, '/')).status, proxyPass).to.equal(502);
      }
    });

    it('keeps the calls of the edge on this machine', async () => {
      const { ca } = await published('edge.example', { proxy_pass: `http://127.0.0.1:${machine.nginx.options.edgePort}` });
      const statusOf = async (path: string) => (await visit(machine.nginx, ca, 'edge.example', path, { method: 'POST' })).status;
      expect(await statusOf('/edge-cache/purge-site')).to.equal(404);
      expect(await statusOf('/x/../edge-cache/purge-site')).to.equal(404);
      expect(await statusOf('/other')).to.equal(502);
    });
  });

  it('runs the scripts of its directory through PHP-FPM, and nothing that only looks like one', async () => {
    const { nginx } = machine;
    const root = await machine.root('php.example', 'page');
    await writeFile(`${root}/index.php`, '<?php');
    await writeFile(`${root}/photo.jpg`, '<?php');
    const server = await aFastcgiEcho(nginx.path('php', 'fpm.sock'));
    const { ca } = await published('php.example', { php_fpm_socket: nginx.path('php', 'fpm.sock') });

    const run = await visit(nginx, ca, 'php.example', '/a/b?c=d', { headers: { Proxy: 'http://evil.example' } });
    expect(JSON.parse(run.text)).to.deep.include({
      SCRIPT_FILENAME: `${root}/index.php`,
      SCRIPT_NAME: '/index.php',
      DOCUMENT_ROOT: root,
      REQUEST_URI: '/a/b?c=d',
      QUERY_STRING: 'c=d',
      REQUEST_METHOD: 'GET',
      SERVER_NAME: 'php.example',
      HTTPS: 'on',
      REMOTE_ADDR: '127.0.0.1',
      GATEWAY_INTERFACE: 'CGI/1.1',
    });
    expect(JSON.parse(run.text)).to.not.have.property('HTTP_PROXY');
    expect((await visit(nginx, ca, 'php.example', '/photo.jpg/x.php')).status).to.equal(404);
    expect((await visit(nginx, ca, 'php.example', '/photo.jpg')).text).to.equal('<?php');
    expect(JSON.parse((await visit(nginx, ca, 'php.example', '/')).text)).to.have.property('SCRIPT_NAME', '/index.php');
    server.close();
  });
});
