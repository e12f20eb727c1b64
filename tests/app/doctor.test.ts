import { once } from 'node:events';
import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { type Config, type Environment, readConfig } from '@comptoir/app/config.js';
import {
  checkCertificateDirectory,
  checkClock,
  checkDatabase,
  checkDataDirectory,
  checkNode,
  checkPhotos,
  checkPorts,
  checkSecret,
} from '@comptoir/app/doctor/checks.js';
import { checkCertificateAuthority, checkIdentityProvider, checkMail } from '@comptoir/app/doctor/remote-checks.js';
import { expect } from 'chai';
import { aMailServer } from '../adapters-sdk/mail/mail-server.js';
import { startAcmeDouble } from '../support/acme-double.js';
import { comptoir, endAll, start } from './program.js';
import { dataDirectory, emptyDirectory, removeDirectories } from './till.js';

const PROCESS_TIMEOUT_MS = 60_000;
const ANY_PORT: Environment = {
  COMPTOIR_STOREFRONT_PORT: '0',
  COMPTOIR_PLATFORM_PORT: '0',
  COMPTOIR_SDK_PORT: '0',
  COMPTOIR_EDGE_PORT: '0',
};

function configOf(directory: string, environment: Environment = {}): Config {
  return readConfig({ ...ANY_PORT, ...environment, COMPTOIR_DATA_DIR: directory }, '/');
}

describe('comptoir doctor', function () {
  this.timeout(PROCESS_TIMEOUT_MS);
  afterEach(endAll);
  after(removeDirectories);

  it('finds a new machine ready and changes nothing', async () => {
    const directory = await emptyDirectory();
    const { code, stdout } = await comptoir(['doctor'], { COMPTOIR_DATA_DIR: join(directory, 'data') });
    expect(code).to.equal(0);
    expect(stdout).to.include('Ready to serve.');
    expect(await readdir(directory)).to.deep.equal([]);
  });

  it('ends with 1 when something failed, and says what to do', async () => {
    const directory = await emptyDirectory();
    await chmod(directory, 0o755);
    const { code, stdout, stderr } = await comptoir(['doctor', '--json'], { COMPTOIR_DATA_DIR: directory });
    expect(code).to.equal(1);
    expect(stderr).to.not.equal('');
    const { ok, findings }: { ok: boolean; findings: { check: string; outcome: string; message: string }[] } = JSON.parse(stdout);
    expect(ok).to.equal(false);
    const failed = findings.filter(({ outcome }) => outcome === 'failed');
    expect(failed.map(({ check }) => check)).to.deep.equal(['data directory']);
    expect(failed[0]?.message).to.include('chmod 700');
  });

  it('looks whether photos can be kept', async () => {
    const directory = await emptyDirectory();
    const config = configOf(directory);
    expect(await checkPhotos(config)).to.have.property('outcome', 'note');
    await mkdir(join(directory, 'photos'));
    expect(await checkPhotos(config)).to.have.property('outcome', 'ok');
    const other = await emptyDirectory();
    await writeFile(join(other, 'photos'), '');
    expect(await checkPhotos(configOf(other))).to.have.property('outcome', 'failed');
  });

  it('knows the ports of a running server as ours', async () => {
    const directory = await dataDirectory();
    const { storefront } = await start(['serve'], { COMPTOIR_DATA_DIR: directory }).ready;
    const port = new URL(storefront ?? '').port;
    const { code, stdout } = await comptoir(['doctor'], { COMPTOIR_DATA_DIR: directory, COMPTOIR_STOREFRONT_PORT: port });
    expect(code, stdout).to.equal(0);
    expect(stdout).to.include(`${port} is served by a running Comptoir`);
  });

  it('fails on the port of another program, naming the variable', async () => {
    const squatter = createServer((socket) => socket.end('220 welcome\r\n')).listen(0, '127.0.0.1');
    await once(squatter, 'listening');
    const address = squatter.address();
    const port = typeof address === 'object' && address !== null ? String(address.port) : '';
    const findings = await checkPorts(configOf('/nowhere', { COMPTOIR_SDK_PORT: port }));
    squatter.close();
    const sdk = findings.find(({ check }) => check === 'sdk port');
    expect(sdk).to.have.property('outcome', 'failed');
    expect(sdk?.message).to.include('COMPTOIR_SDK_PORT');
  });

  it('fails on an old Node, a file as data directory, and clocks that are apart', async () => {
    expect(checkNode('20.18.1').outcome).to.equal('failed');
    expect(checkNode('20.19.0').outcome).to.equal('ok');
    expect(checkNode('24.1.0').outcome).to.equal('ok');
    const file = join(await emptyDirectory(), 'file');
    await writeFile(file, '');
    expect((await checkDataDirectory(configOf(file))).outcome).to.equal('failed');
    expect(checkClock(new Date(0), new Date(4_000)).outcome).to.equal('ok');
    expect(checkClock(new Date(0), new Date(9_000))).to.deep.include({ outcome: 'failed' });
  });

  it('wants a secret in production, and one that only its owner can read elsewhere', async () => {
    const directory = await emptyDirectory();
    expect((await checkSecret(configOf(directory, { NODE_ENV: 'production' }))).outcome).to.equal('failed');
    expect((await checkSecret(configOf(directory, { COMPTOIR_SECRET: 's'.repeat(32) }))).outcome).to.equal('ok');
    expect((await checkSecret(configOf(directory))).outcome).to.equal('note');
    await writeFile(join(directory, 'secret'), 's'.repeat(40), { mode: 0o644 });
    expect((await checkSecret(configOf(directory))).outcome).to.equal('failed');
  });

  it('fails on a database that cannot be reached or has no tables', async () => {
    const config = configOf('/nowhere', { DATABASE_URL: 'postgres://127.0.0.1:1/till' });
    const unreachable = await checkDatabase(config, () => Promise.resolve({ ok: false, error: 'store_unavailable', message: 'No.' }));
    expect(unreachable.map(({ outcome }) => outcome)).to.deep.equal(['failed']);
    const now = new Date();
    const result = { kind: 'postgres', pending: ['0001-foundation'], clock: now, processClock: now };
    const empty = await checkDatabase(config, () => Promise.resolve({ ok: true, result }));
    expect(empty.map(({ check, outcome }) => [check, outcome])).to.deep.equal([
      ['database', 'failed'],
      ['clock', 'ok'],
    ]);
  });

  it('tries the mail server out, and only notes when there is none', async () => {
    const { address, received, close } = await aMailServer();
    const config = configOf('/nowhere', { COMPTOIR_SMTP_URL: `smtp://${address.host}:${address.port}` });
    expect(await checkMail(config)).to.deep.equal({ outcome: 'ok', message: `${address.host}:${address.port} takes mails` });
    expect(received).to.deep.equal([]);
    await close();
    expect((await checkMail(config)).outcome).to.equal('failed');
    expect(await checkMail(configOf('/nowhere'))).to.have.property('outcome', 'note');
    const production = await checkMail(configOf('/nowhere', { NODE_ENV: 'production' }));
    expect(production).to.deep.include({ outcome: 'note' });
    expect(production.message).to.include('COMPTOIR_SMTP_URL');
  });

  it('never repeats the password of the mail server', async () => {
    const { address, close } = await aMailServer({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: (_auth, _session, done) => done(new Error('Invalid username or password')),
    });
    const url = `smtp://till:hunter2@${address.host}:${address.port}`;
    const { outcome, message } = await checkMail(configOf('/nowhere', { COMPTOIR_SMTP_URL: url }));
    expect({ outcome, told: message.includes('hunter2') }).to.deep.equal({ outcome: 'failed', told: false });
    await close();
  });

  describe('on the identity provider', () => {
    const servers: Server[] = [];
    afterEach(() => Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve)))));

    async function anIssuer(answer: (issuer: string) => RequestListener): Promise<string> {
      const server = createHttpServer().listen(0, '127.0.0.1');
      servers.push(server);
      await once(server, 'listening');
      const address = server.address();
      const issuer = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/realm`;
      server.on('request', answer(issuer));
      return issuer;
    }

    function check(issuer: string) {
      return checkIdentityProvider(configOf('/nowhere', { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'till', OIDC_CLIENT_SECRET: 'hunter2' }));
    }

    const published = (issuer: string) =>
      JSON.stringify({ issuer, authorization_endpoint: `${issuer}/auth`, token_endpoint: `${issuer}/token`, jwks_uri: `${issuer}/keys` });

    it('is content when it publishes its configuration under its name', async () => {
      const issuer = await anIssuer((name) => (request, response) => {
        response.statusCode = request.url === '/realm/.well-known/openid-configuration' ? 200 : 404;
        response.end(published(name));
      });
      expect(await check(issuer)).to.deep.equal({ outcome: 'ok', message: issuer });
    });

    it('fails when it has another name, publishes nothing, or is not there', async () => {
      const renamed = await anIssuer((name) => (_request, response) => response.end(published(`${name}/`)));
      expect((await check(renamed)).message).to.include(`set OIDC_ISSUER to exactly that`);
      const empty = await anIssuer(() => (_request, response) => response.writeHead(404).end('{}'));
      expect((await check(empty)).message).to.include('answers 404');
      const odd = await anIssuer(() => (_request, response) => response.end('<html>'));
      expect(await check(odd)).to.have.property('outcome', 'failed');
      const closed = await anIssuer(() => () => undefined);
      await new Promise((resolve) => servers.pop()?.close(resolve));
      const gone = await check(closed);
      expect(gone).to.have.property('outcome', 'failed');
      expect(gone.message).to.include('ECONNREFUSED').and.not.include('hunter2');
    });

    it('only notes that there is none', async () => {
      expect((await checkIdentityProvider(configOf('/nowhere'))).outcome).to.equal('note');
    });
  });

  it('looks at where certificates are written', async () => {
    const directory = await emptyDirectory();
    const at = (path: string) => checkCertificateDirectory(configOf(directory, { COMPTOIR_CERT_DIR: path }));
    expect((await at(join(directory, 'certs'))).outcome).to.equal('note');
    expect(await at(directory)).to.deep.equal({ outcome: 'ok', message: directory });
  });

  it('asks the certificate authority, and compares clocks with it', async () => {
    const directory = await emptyDirectory();
    const double = await startAcmeDouble();
    try {
      const caFile = join(directory, 'ca.pem');
      await writeFile(caFile, double.ca);
      const check = (environment: Environment) => checkCertificateAuthority(configOf(directory, environment));
      const address = { ACME_DIRECTORY_URL: double.directoryUrl };
      expect(await check({ ...address, ACME_CA_FILE: caFile })).to.deep.equal({ outcome: 'ok', message: double.directoryUrl });
      expect((await check(address)).message, 'not trusted').to.include('ACME_DIRECTORY_URL');
      const none = join(directory, 'none');
      expect(await check({ ...address, ACME_CA_FILE: none })).to.deep.equal({
        outcome: 'failed',
        message: `ACME_CA_FILE cannot be read (ENOENT): ${none}`,
      });
      await writeFile(join(directory, 'junk'), '-----BEGIN CERTIFICATE-----\njunk\n-----END CERTIFICATE-----\n');
      expect(await check({ ...address, ACME_CA_FILE: join(directory, 'junk') })).to.have.property('outcome', 'failed');
      double.script.onRequest = () => ({ status: 200, body: {}, headers: { Date: new Date(Date.now() - 3_600_000).toUTCString() } });
      const drift = await check({ ...address, ACME_CA_FILE: caFile });
      expect([drift.outcome, drift.message]).to.satisfy(
        ([outcome, message]: string[]) => outcome === 'failed' && /36\d\d s apart/.test(message ?? ''),
      );
    } finally {
      await double.stop();
    }
  });
});
