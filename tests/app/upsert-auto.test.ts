import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { expect } from 'chai';
import { call, jsonOf } from '../adapters-http/call.js';
import { handshake, serialOf, visit, visitPlainly } from '../adapters-sdk/nginx/visit.js';
import { aNginx, type TestNginx } from '../support/nginx.js';
import { type Pebble, requirePebble, startPebble } from '../support/pebble.js';
import { endAll, start } from './program.js';

/** The whole way: the program, a certificate authority that asks nginx, and nginx that serves what was published. */
describe('a site published with its certificate by one call', function () {
  this.timeout(60_000);
  let nginx: TestNginx;
  let pebble: Pebble;
  let sdk = '';
  let edge = '';

  before(async function () {
    const program = requirePebble(this);
    nginx = await aNginx(this);
    pebble = await startPebble(program, { httpPort: nginx.options.ports.http });
    await nginx.start();
    const { ready } = start(['sdk'], {
      COMPTOIR_DATA_DIR: nginx.path('data'),
      COMPTOIR_VHOST_DIR: nginx.options.directory,
      COMPTOIR_CERT_DIR: nginx.options.certificateDirectory,
      COMPTOIR_ROOTS: nginx.path('sites'),
      COMPTOIR_NGINX_CONF: nginx.options.configuration,
      COMPTOIR_NGINX_HTTP_PORT: String(nginx.options.ports.http),
      COMPTOIR_NGINX_HTTPS_PORT: String(nginx.options.ports.https),
      ACME_DIRECTORY_URL: pebble.directoryUrl,
      ACME_CA_FILE: pebble.caFile,
    });
    ({ sdk = '', edge = '' } = await ready);
    await mkdir(nginx.path('sites', 'a'));
    await writeFile(nginx.path('sites', 'a', 'index.html'), 'Bonjour');
  });

  after(async () => {
    await endAll();
    await nginx?.close();
    await pebble?.stop();
  });

  const ask = async (path: string, body: object) =>
    call(`${sdk}/__platform/sdk${path}`, {
      method: 'POST',
      headers: { 'X-Sdk-App-Id': 'demo', 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  const publish = () => ask('/vhost/upsert_auto', { domain: 'a.test', root: nginx.path('sites', 'a') });

  it('can have its certificate before there is any site', async () => {
    const answer = await ask('/certs/provision', { domain: 'first.test' });
    expect(jsonOf(answer), answer.text).to.include({ ok: true, domain: 'first.test', reused: false });
  });

  it('is served over TLS, on a machine that has published nothing before', async () => {
    const answer = await publish();

    expect(answer.status, answer.text).to.equal(200);
    expect(jsonOf(answer)).to.deep.include({
      ok: true,
      cert_reused: false,
      vhost_path: `${nginx.options.directory}/a.test.comptoir-auto.conf`,
    });
    const page = await visit(nginx, await pebble.issuerRoot(), 'a.test', '/');
    expect([page.status, page.text]).to.deep.equal([200, 'Bonjour']);
    expect(await visitPlainly(nginx, 'a.test', '/x')).to.have.nested.property(
      'headers.location',
      `https://a.test:${nginx.options.ports.https}/x`,
    );
  });

  it('keeps its certificate when the call comes again', async () => {
    const before = await serialOf(nginx, 'a.test');
    const [again, once] = await Promise.all([publish(), publish()]);
    for (const answer of [again, once]) expect(jsonOf(answer), answer.text).to.include({ ok: true, cert_reused: true });
    expect(await serialOf(nginx, 'a.test')).to.equal(before);
  });

  it('leaves names that nobody has a certificate for with one of nobody', async () => {
    const socket = await handshake(nginx, 'nobody.test');
    expect(socket.authorized).to.equal(false);
    expect((await visitPlainly(nginx, 'nobody.test', '/')).status).to.equal(404);
    socket.destroy();
  });

  it('can be asked for where nginx listens, from this machine', async () => {
    const headers = { 'X-Sdk-App-Id': 'demo', 'Content-Type': 'application/json' };
    const body = JSON.stringify({ domain: 'b.test', root: nginx.path('sites', 'a') });
    const answer = await visitPlainly(nginx, '127.0.0.1', '/__platform/sdk/vhost/upsert_auto', { method: 'POST', headers, body });
    expect(answer.status, answer.text).to.equal(200);
    expect((await visit(nginx, await pebble.issuerRoot(), 'b.test', '/')).text).to.equal('Bonjour');
  });

  it('is a site of the edge, too, which can be purged', async () => {
    const host = 'b.test';
    expect((await call(`${edge}/`, { headers: { Host: host } })).status).to.equal(404);
    await mkdir(nginx.path('sites', 'a', 'routes'));
    await writeFile(nginx.path('sites', 'a', 'routes', 'index.ts'), "export const GET = () => new Response('a route');");
    const purged = await call(`${edge}/edge-cache/purge-site`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ host }),
    });
    expect(jsonOf(purged)).to.include({ ok: true, host, evicted: true, generation: 2 });
    expect((await call(`${edge}/`, { headers: { Host: host } })).text).to.equal('a route');
  });

  it('keeps its certificate while it is served', async () => {
    const [own, first] = [{ domain: 'a.test' }, { domain: 'first.test' }];
    const answer = await ask('/certs/remove', own);
    expect([answer.status, jsonOf(answer)['error']], answer.text).to.deep.equal([409, 'in_use']);
    expect(jsonOf(await ask('/certs/remove', first))).to.include({ ok: true, domain: 'first.test', staging: false, removed: true });
    const listed = jsonOf(await ask('/certs/list', {}));
    expect(listed['certificates']).to.containSubset([{ domain: 'a.test', names: ['a.test'], renewed: true, failure: null }]);
    expect(listed['certificates']).to.have.length(2);
    expect((await readdir(nginx.options.certificateDirectory)).filter((name) => name.endsWith('.test')).sort()).to.deep.equal([
      'a.test',
      'b.test',
    ]);
  });

  it('shows its certificate and its file among the figures, until it is removed', async () => {
    const figures = await call(`${sdk}/metrics`);
    expect(figures.text).to.match(/certificate\w*\{[^}]*a\.test[^}]*\} \d/);
    expect(jsonOf(await ask('/vhost/remove', { domain: 'a.test' }))).to.include({ ok: true, removed: true });
    expect((await visitPlainly(nginx, 'a.test', '/')).status).to.equal(404);
    expect(jsonOf(await ask('/certs/remove', { domain: 'a.test' }))).to.include({ ok: true, removed: true });
    expect((await visit(nginx, await pebble.issuerRoot(), 'b.test', '/')).status).to.equal(200);
  });
});
