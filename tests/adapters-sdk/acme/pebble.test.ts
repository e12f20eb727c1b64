import { X509Certificate } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { makeAcmeAccounts } from '@comptoir/adapters-sdk/acme/acme-accounts.js';
import { makeMemoryPersistence } from '@comptoir/core/memory-persistence.js';
import type { Services } from '@comptoir/core/services.js';
import { expect } from 'chai';
import { closeAll } from '../../adapters-http/serve.js';
import { atOnce, refusalOf } from '../../suites/suite.js';
import { type Pebble, requirePebble, startPebble } from '../../support/pebble.js';
import { aDomain, aFolder, type ChallengeHost, challengeHost, realPorts, servicesWith } from './certificate-host.js';

describe('certificates from a real ACME directory (pebble)', () => {
  let pebble: Pebble;
  let host: ChallengeHost;
  let folder: Awaited<ReturnType<typeof aFolder>>;
  let services: Services;

  before(async function () {
    this.timeout(60_000);
    const program = requirePebble(this);
    host = await challengeHost();
    pebble = await startPebble(program, { httpPort: host.port });
  });
  beforeEach(async () => {
    folder = await aFolder();
    services = servicesWith(makeMemoryPersistence(), realPorts(pebble, folder.path));
    host.answerFrom(services);
  });
  afterEach(() => folder.remove());
  after(async () => {
    await pebble?.stop();
    await closeAll();
  });

  it('puts a certificate for all the names on disk, with a key that fits and a chain that leads to the directory', async () => {
    const domain = aDomain();
    const made = await services.certificates.provision({
      appId: 'demo',
      domain: domain.toUpperCase(),
      aliases: [`www.${domain}`, `WWW.${domain}.`],
      email: 'a@example.org',
    });

    const [leaf, issuer] = certificatesIn(await readFile(made.certPath, 'utf8'));
    expect(made).to.include({ domain, staging: false, reused: false, certPath: join(folder.path, domain, 'current/fullchain.pem') });
    expect(leaf?.subjectAltName).to.equal(`DNS:${domain}, DNS:www.${domain}`);
    expect(leaf?.publicKey.asymmetricKeyDetails).to.deep.equal({ namedCurve: 'prime256v1' });
    expect(issuer && leaf?.verify(issuer.publicKey)).to.equal(true);
    expect(issuer?.verify(new X509Certificate(await pebble.issuerRoot()).publicKey)).to.equal(true);
    expect((await stat(made.keyPath)).mode & 0o777).to.equal(0o640);
    expect((await stat(join(folder.path, domain))).mode & 0o777).to.equal(0o750);
  });

  it('uses it again, and orders again when a name is missing on it', async () => {
    const domain = aDomain();
    const first = await services.certificates.provision({ appId: 'demo', domain });
    const again = await services.certificates.provision({ appId: 'demo', domain });
    const wider = await services.certificates.provision({ appId: 'demo', domain, aliases: [`www.${domain}`] });
    const narrower = await services.certificates.provision({ appId: 'demo', domain });

    expect(again).to.deep.equal({ ...first, reused: true });
    expect([wider.reused, narrower.reused]).to.deep.equal([false, true]);
  });

  it('makes one order of many calls at once', async () => {
    const domain = aDomain();
    await atOnce(200, () => services.certificates.provision({ appId: 'demo', domain }));
    expect((await readdir(join(folder.path, domain))).sort())
      .to.have.length(2)
      .and.include('current');
  });

  it('writes names of any script as the DNS has them', async () => {
    const domain = aDomain();
    expect(await services.certificates.provision({ appId: 'demo', domain: `Crêperie.${domain}` })).to.include({
      domain: `xn--crperie-kya.${domain}`,
    });
  });

  it('is proved by another web server too, whose document root it is told, and leaves nothing there', async () => {
    const webroot = join(folder.path, 'roots');
    const domain = aDomain();
    host.answerFrom(null, webroot);
    expect(await services.certificates.provision({ appId: 'demo', domain, webroot })).to.include({ reused: false });
    expect(await readdir(join(webroot, '.well-known/acme-challenge'))).to.deep.equal([]);
  });

  it('keeps staging certificates away from live ones', async () => {
    const domain = aDomain();
    const live = await services.certificates.provision({ appId: 'demo', domain });
    const liveBytes = await readFile(live.certPath, 'utf8');
    const staged = await services.certificates.provision({ appId: 'demo', domain, staging: true });
    expect(staged.certPath).to.equal(join(folder.path, '.staging', domain, 'current/fullchain.pem'));
    expect(await readFile(live.certPath, 'utf8')).to.equal(liveBytes);
  });

  it('says what the directory said when a name cannot be proved', async () => {
    const domain = aDomain();
    host.answerFrom(servicesWith(makeMemoryPersistence(), realPorts(pebble, folder.path)));

    const refusal = await refusalOf(services.certificates.provision({ appId: 'demo', domain }));
    expect(refusal.code).to.equal('issuance_failed');
    expect(refusal.facts).to.include({ domain, type: 'urn:ietf:params:acme:error:unauthorized' });
    expect(refusal.facts['detail']).to.be.a('string').and.not.equal('');

    const second = await refusalOf(services.certificates.provision({ appId: 'demo', domain }));
    expect(second.code).to.equal('issuance_deferred');
    expect(second.retryAfterSecs).to.be.within(40, 72);
  });

  it('registers its account again at a directory that was set up anew', async function () {
    this.timeout(60_000);
    await services.certificates.provision({ appId: 'demo', domain: aDomain() });
    const anew = await startPebble(requirePebble(this), { httpPort: host.port });
    try {
      const accounts = makeAcmeAccounts(folder.path);
      const { url } = await accounts.of(pebble.directoryUrl, null);
      const [before, after] = [pebble, anew].map(({ directoryUrl }) => new URL(directoryUrl).origin);
      await accounts.keepUrl(anew.directoryUrl, null, (url ?? '').replace(before ?? '', after ?? ''));
      const other = servicesWith(makeMemoryPersistence(), realPorts(anew, folder.path));
      host.answerFrom(other);
      expect(await other.certificates.provision({ appId: 'demo', domain: aDomain() })).to.include({ reused: false });
    } finally {
      await anew.stop();
    }
  });
});

describe('certificates from a directory that refuses a third of all nonces', () => {
  it('are had all the same', async function () {
    this.timeout(60_000);
    const program = requirePebble(this);
    const host = await challengeHost();
    const folder = await aFolder();
    const pebble = await startPebble(program, { httpPort: host.port, nonceReject: 30 });
    try {
      const services = servicesWith(makeMemoryPersistence(), realPorts(pebble, folder.path));
      host.answerFrom(services);
      for (let count = 0; count < 5; count += 1) {
        expect(await services.certificates.provision({ appId: 'demo', domain: aDomain() })).to.include({ reused: false });
      }
    } finally {
      await pebble.stop();
      await closeAll();
      await folder.remove();
    }
  });
});

function certificatesIn(pem: string): X509Certificate[] {
  return (pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []).map((text) => new X509Certificate(text));
}
