import { makePlatform } from '@comptoir/adapters-http/platform/platform.js';
import { makeSdk } from '@comptoir/adapters-http/sdk/sdk.js';
import { makeStorefront } from '@comptoir/adapters-http/storefront/storefront.js';
import { makeSignedTokens } from '@comptoir/app/adapters/node-signed-tokens.js';
import { CERTIFICATES_SCOPE } from '@comptoir/core/certificates/certificates-deps.js';
import { fixedClock } from '@comptoir/core/kit/clock.js';
import { makeRegistry } from '@comptoir/core/kit/registry.js';
import { makeMemoryPersistence } from '@comptoir/core/memory-persistence.js';
import { expect } from 'chai';
import { minutesAfter, NOON } from '../../suites/builders.js';
import { TEST_SECRET } from '../../support/service-deps.js';
import { call, rawCall } from '../call.js';
import { closeAll, serve } from '../serve.js';
import { servicesOn } from '../storefront/till.js';
import { hostOptions } from './host.js';

const TOKEN = 'evaGxfADs6pSRb2LAv9IZf17Dt3juxGJ-PCt92wr_oA';
const PATH = `/.well-known/acme-challenge/${TOKEN}`;

const persistence = makeMemoryPersistence();
const services = servicesOn(persistence, fixedClock(NOON));

const HOSTS = {
  storefront: () => makeStorefront(services, { ...hostOptions(), stopping: new AbortController().signal }),
  platform: () =>
    makePlatform(services, {
      ...hostOptions(),
      production: true,
      storefrontUrl: 'https://shop.example',
      platformDomain: 'till.example',
      devBypass: false,
      registry: makeRegistry({}),
      identityProvider: null,
      signedTokens: makeSignedTokens([TEST_SECRET]),
    }),
  sdk: () => makeSdk(services, hostOptions()),
};

describe('ACME challenges', () => {
  before(() =>
    persistence.transact(CERTIFICATES_SCOPE, ({ certificates }) =>
      certificates.putChallenge(TOKEN, `${TOKEN}.thumbprint`, minutesAfter(NOON, 60)),
    ),
  );
  afterEach(closeAll);

  for (const [name, make] of Object.entries(HOSTS)) {
    it(`are answered by the ${name} under any host name, and by nothing else than the key authorization`, async () => {
      const origin = await serve(make().callback());
      for (const host of ['shop.example', 'unknown.test:80', 'SHOP.example.', 'xn--crperie-kya.test', '192.0.2.7']) {
        const answer = await call(`${origin}${PATH}`, { headers: { Host: host, 'User-Agent': 'Go-http-client/1.1' } });
        expect([answer.status, answer.text, answer.headers['content-type']], host).to.deep.equal([
          200,
          `${TOKEN}.thumbprint`,
          'text/plain; charset=utf-8',
        ]);
        expect(answer.headers).to.include({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' });
      }
      expect(await rawCall(origin, `GET ${PATH} HTTP/1.0\r\n\r\n`), 'without any host name').to.match(/^HTTP\/1\.1 200 .*\.thumbprint$/s);
    });

    it(`of others are unknown to the ${name}: nothing is echoed, nobody is sent anywhere`, async () => {
      const origin = await serve(make().callback());
      const folder = '/.well-known/acme-challenge/';
      for (const token of [
        TOKEN.slice(1),
        'evil',
        '%2e%2e',
        '..%2f..%2fetc',
        '%0d%0aX:1',
        '%00',
        '//evil.example',
        `${TOKEN}/x`,
        '',
        'é',
      ]) {
        const answer = await call(`${origin}${folder}${encodeURI(token).replaceAll('%25', '%')}`);
        expect(answer.status, token).to.be.oneOf([400, 404]);
        expect(answer.headers, token).to.not.have.any.keys('location', 'x');
        expect(answer.text, token).to.not.include('thumbprint');
      }
      expect((await call(`${origin}${PATH}`, { method: 'POST' })).status).to.equal(405);
    });
  }
});
