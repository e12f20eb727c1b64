import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import type { IssuanceOutcome, IssuanceRequest } from '@comptoir/core/certificates/certificate-authority.js';
import { makeMemoryPersistence } from '@comptoir/core/memory-persistence.js';
import { expect } from 'chai';
import { errorOf, refusalOf } from '../../suites/suite.js';
import { type AcmeDouble, type DoubleScript, startAcmeDouble } from '../../support/acme-double.js';
import { anIssuedPem } from '../files/issues.js';
import { aDomain, aFolder, realPorts, servicesWith } from './certificate-host.js';

describe('an ACME directory that is not at its best', () => {
  let double: AcmeDouble;
  let folder: Awaited<ReturnType<typeof aFolder>>;

  beforeEach(async () => {
    folder = await aFolder();
    double = await startAcmeDouble();
  });
  afterEach(async () => {
    await double.stop();
    await folder.remove();
  });

  const script = (changes: DoubleScript) => Object.assign(double.script, changes);
  const rateLimited = (headers: Record<string, string>) => ({
    status: 429,
    body: { type: 'urn:ietf:params:acme:error:rateLimited', detail: 'too many certificates already issued' },
    headers,
  });

  function obtain(changes: Partial<IssuanceRequest> = {}, stopping = new AbortController().signal): Promise<IssuanceOutcome> {
    return realPorts(double, folder.path, stopping).authority.obtain({
      names: ['shop.example'],
      email: null,
      webroot: null,
      staging: false,
      replaces: null,
      challenges: { put: async () => undefined },
      alive: async () => undefined,
      ...changes,
    });
  }

  it('gives a certificate, for an account that it knows by its address the next time', async () => {
    expect((await obtain()).kind).to.equal('issued');
    expect((await obtain()).kind).to.equal('issued');
    expect(double.requests.filter((request) => request === 'POST /account')).to.have.length(1);
  });

  it('is asked for few nonces, because every answer brings one', async () => {
    await obtain();
    const before = double.requests.length;
    await obtain();
    expect(double.requests.slice(before)).to.not.include('HEAD /nonce');
    expect(double.requests.length - before).to.be.at.most(8);
  });

  for (const [title, header, secs] of [
    ['in seconds', () => '122400', 122_400],
    ['as a date', (): string => new Date(Date.now() + 3_600_000).toUTCString(), 3_600],
    ['not at all', () => '', null],
  ] as const) {
    it(`says when it wants to be asked again (${title}), and nobody waits for that`, async () => {
      script({ onOrder: () => rateLimited(header() === '' ? {} : { 'Retry-After': header() }) });
      const outcome = await obtain();
      expect(outcome).to.include({
        kind: 'refused',
        type: 'urn:ietf:params:acme:error:rateLimited',
        detail: 'too many certificates already issued',
      });
      const asked = outcome.kind === 'refused' ? outcome.retryAfterSecs : undefined;
      if (secs === null) expect(asked).to.equal(null);
      else expect(asked).to.be.within(secs - 5, secs);
      expect(double.orders, 'tried once').to.have.length(1);
    });
  }

  it('hands its pause on to whoever called', async () => {
    script({ onOrder: () => rateLimited({ 'Retry-After': '122400' }) });
    const services = servicesWith(makeMemoryPersistence(), realPorts(double, folder.path));
    const refusal = await refusalOf(services.certificates.provision({ appId: 'demo', domain: aDomain() }));
    expect(refusal.facts).to.include({ type: 'urn:ietf:params:acme:error:rateLimited', retry_after_secs: 122_400 });
  });

  it('is looked at no sooner than it asks while an order is pending', async () => {
    script({ slow: { looks: 1, retryAfterSecs: 1 } });
    const start = performance.now();
    expect((await obtain()).kind).to.equal('issued');
    expect(performance.now() - start).to.be.within(990, 5_000);
  });

  it('is given up when it asks for more time than an order waits', async () => {
    script({ slow: { looks: 1, retryAfterSecs: 3_600 } });
    expect(await obtain()).to.include({ kind: 'refused', type: 'urn:comptoir:error:issuanceTimedOut', retryAfterSecs: 3_600 });
  });

  it('is told what a certificate replaces, where it offers renewal information', async () => {
    await obtain({ replaces: 'abc.def' });
    script({ window: { start: new Date('2026-06-01T00:00:00Z'), end: new Date('2026-06-02T00:00:00Z') } });
    await obtain({ replaces: 'abc.def' });
    expect(double.orders.map((order) => order['replaces'])).to.deep.equal([undefined, 'abc.def']);

    const { authority } = realPorts(double, folder.path);
    expect(await authority.renewalWindow('abc.def', false)).to.deep.equal(double.script.window);
    expect(double.requests).to.include('GET /renewal/abc.def');
  });

  it('gets an ordinary order when it says that the certificate was replaced already', async () => {
    const window = { start: new Date(), end: new Date(Date.now() + 1_000) };
    const already = { status: 409, body: { type: 'urn:ietf:params:acme:error:alreadyReplaced', detail: 'replaced' } };
    script({ window, onOrder: (payload) => (payload['replaces'] === undefined ? undefined : already) });
    expect((await obtain({ replaces: 'abc.def' })).kind).to.equal('issued');
  });

  it('offers no window when it has none, a senseless one, or cannot be reached', async () => {
    const { authority } = realPorts(double, folder.path);
    expect(await authority.renewalWindow('abc.def', false)).to.equal(null);
    script({ window: { start: new Date('2026-06-02'), end: new Date('2026-06-01') } });
    expect(await authority.renewalWindow('abc.def', false)).to.equal(null);
    script({ onRequest: () => ({ status: 500, body: 'no' }) });
    expect(await authority.renewalWindow('abc.def', false)).to.equal(null);
  });

  it('renews through the whole product, and names what is replaced', async () => {
    const lifetimeMs = 3 * 86_400_000;
    script({ lifetimeMs, window: { start: new Date(Date.now() + 3_600_000), end: new Date(Date.now() + 7_200_000) } });
    const clock = { offsetMs: 0, now: () => new Date(Date.now() + clock.offsetMs) };
    const services = servicesWith(makeMemoryPersistence(), realPorts(double, folder.path), clock);
    const domain = aDomain();
    const first = await services.certificates.provision({ appId: 'demo', domain });
    clock.offsetMs = lifetimeMs / 2;
    await services.certificates.renewDue({ aborted: false });

    expect(double.orders).to.have.length(2);
    expect(double.orders[1]?.['replaces']).to.match(/^[\w-]+\.[\w-]+$/);
    expect(await services.certificates.provision({ appId: 'demo', domain })).to.include({ reused: true, certPath: first.certPath });
  });

  const FAULTS: readonly (readonly [string, DoubleScript, RegExp])[] = [
    ['answers with a problem without a type', { onOrder: () => ({ status: 403, body: {} }) }, /about:blank/],
    [
      'refuses every nonce',
      { onOrder: () => ({ status: 400, body: { type: 'urn:ietf:params:acme:error:badNonce', detail: 'again' } }) },
      /badNonce/,
    ],
    ['sends more than it should', { onDownload: (chain) => chain.repeat(200) }, /answerLost/],
    [
      'breaks when it has the order',
      { onRequest: (path) => (path.startsWith('/authorization/') ? { status: 500, body: '<html>' } : undefined) },
      /serverInternal/,
    ],
  ];
  for (const [title, changes, type] of FAULTS) {
    it(`is an outcome and not a fault when it ${title}`, async () => {
      script(changes);
      const outcome = await obtain();
      expect(outcome.kind === 'refused' && outcome.type).to.match(type);
    });
  }

  it('is to blame itself when it breaks before it has an order', async () => {
    script({ onRequest: () => ({ status: 502, body: '<html>' }) });
    expect(await obtain()).to.deep.equal({ kind: 'unavailable', detail: 'The directory answers 502.', retryAfterSecs: null });
  });

  it('gets nothing published that does not fit', async () => {
    script({ onDownload: (chain) => chain.slice(chain.indexOf('-----END') + 26) });
    const services = servicesWith(makeMemoryPersistence(), realPorts(double, folder.path));
    const domain = aDomain();
    const refusal = await refusalOf(services.certificates.provision({ appId: 'demo', domain }));
    expect(refusal.facts).to.include({ domain, type: 'urn:comptoir:error:unusableCertificate' });
  });

  it('is not believed when it is another than the one it says', async () => {
    const { authority } = realPorts({ directoryUrl: double.directoryUrl, ca: anIssuedPem().pem.fullchain }, folder.path);
    expect(await authority.obtain(requestOf())).to.include({ kind: 'unavailable' });
  });

  it('is left at once when the process stops, without counting as a failure', async () => {
    const stopping = new AbortController();
    script({
      slow: { looks: 1, retryAfterSecs: 30 },
      onRequest: (path) => {
        if (path.startsWith('/order/')) stopping.abort();
        return undefined;
      },
    });
    expect(await obtain({}, stopping.signal)).to.deep.equal({ kind: 'interrupted' });
  });

  it('has what the caller throws come out unchanged', async () => {
    const fault = new Error('the lease is lost');
    expect(
      await errorOf(
        obtain({
          alive: async () => {
            throw fault;
          },
        }),
      ),
    ).to.equal(fault);
  });

  it('cannot be reached: that is said with no more than a code', async () => {
    const silent: Server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const address = silent.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    try {
      const { authority } = realPorts({ directoryUrl: `https://127.0.0.1:${port}/dir`, ca: double.ca }, folder.path);
      expect(await authority.obtain(requestOf())).to.deep.equal({
        kind: 'unavailable',
        detail: 'The directory cannot be reached (ECONNRESET).',
        retryAfterSecs: null,
      });
    } finally {
      silent.close();
    }
  });

  function requestOf(): IssuanceRequest {
    return {
      names: ['shop.example'],
      email: null,
      webroot: null,
      staging: false,
      replaces: null,
      challenges: { put: async () => undefined },
      alive: async () => undefined,
    };
  }
});
