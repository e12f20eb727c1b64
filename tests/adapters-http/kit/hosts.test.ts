import { makeEdge } from '@comptoir/adapters-http/edge/edge.js';
import type { HostOptions } from '@comptoir/adapters-http/kit/host-options.js';
import { makePlatform } from '@comptoir/adapters-http/platform/platform.js';
import { makeSdk } from '@comptoir/adapters-http/sdk/sdk.js';
import { makeStorefront } from '@comptoir/adapters-http/storefront/storefront.js';
import { fixedClock } from '@comptoir/core/kit/clock.js';
import { makeMemoryPersistence } from '@comptoir/core/memory-persistence.js';
import { expect } from 'chai';
import { NOON } from '../../suites/builders.js';
import { call, rawCall, rawStatus } from '../call.js';
import { NO_SITES } from '../edge/no-sites.js';
import type { LogLine } from '../log.js';
import { platformOptions } from '../platform/platform-host.js';
import { expectRefusal } from '../refusal.js';
import { closeAll, serve } from '../serve.js';
import { servicesOn } from '../storefront/till.js';
import { hostOptions } from './host.js';

const services = servicesOn(makeMemoryPersistence(), fixedClock(NOON));

const HOSTS = {
  storefront: (options: HostOptions) => makeStorefront(services, { ...options, stopping: new AbortController().signal }),
  platform: (options: HostOptions) => makePlatform(services, { ...platformOptions(), ...options }),
  sdk: (options: HostOptions) => makeSdk(services, options),
  edge: (options: HostOptions) => makeEdge(NO_SITES, options),
};

for (const [name, make] of Object.entries(HOSTS)) {
  describe(`the ${name} host`, () => {
    afterEach(closeAll);

    const start = (log: LogLine[] = []) => serve(make(hostOptions({ log })).callback());

    it('says that it lives, to GET and HEAD', async () => {
      const origin = await start();
      const answer = await call(`${origin}/healthz`);
      expect([answer.status, answer.text]).to.deep.equal([200, '{"ok":true}']);
      expect(answer.headers['cache-control']).to.equal('no-store');
      expect((await call(`${origin}/healthz`, { method: 'HEAD' })).status).to.equal(200);
    });

    it('has security headers and a request id on every answer', async () => {
      const origin = await start();
      for (const path of ['/healthz', '/nothing/here']) {
        const { headers } = await call(`${origin}${path}`, { headers: { 'X-Request-Id': 'trace-7' } });
        expect(headers).to.include({ 'x-request-id': 'trace-7', 'x-content-type-options': 'nosniff' });
        expect(headers).to.include.keys('referrer-policy', 'cross-origin-resource-policy');
        expect(headers).not.to.have.any.keys('x-powered-by', 'server');
      }
    });

    it('answers an unknown path with 404 and a wrong method with 405', async () => {
      const origin = await start();
      expectRefusal(await call(`${origin}/api/nothing/here`), 404, 'not_found');
      for (const method of ['POST', 'DELETE', 'PROPFIND']) {
        const wrong = await call(`${origin}/healthz`, { method });
        expectRefusal(wrong, 405, 'method_not_allowed');
        expect(wrong.headers.allow).to.equal('GET, HEAD');
      }
    });

    it('answers a target that names a host by its path', async () => {
      const origin = await start();
      for (const target of ['http://till.example/healthz', 'https://till.example:8443/healthz?x=1', 'HTTP://TILL.example/healthz']) {
        expect(rawStatus(await ask(origin, 'GET', target)), target).to.equal(200);
      }
    });

    for (const target of [
      'http://[::1',
      'http://[::1/healthz',
      'http://till:port/healthz',
      'http://till.example:99999/healthz',
      'http:///[',
      'http://',
      'http://%/',
      'ftp://till.example/healthz',
      'x://[',
      'data://[::1',
      '//%@#/api/carte',
    ]) {
      it(`refuses the target "${target}" with 400`, async () => {
        const log: LogLine[] = [];
        const answer = await ask(await start(log), 'GET', target);
        expect(rawStatus(answer), answer).to.equal(400);
        expect(log.filter(({ level }) => level === 'error' || level === 'warn')).to.deep.equal([]);
      });
    }

    for (const target of [
      '//healthz',
      '//[::1',
      '/\\',
      '/%',
      '/%zz',
      '/%E0%A4%A',
      '/%00',
      '/a#b',
      '/nothing?%',
      '/;',
      `/${'a'.repeat(10_000)}`,
      '*',
      '/..//../',
      '/[::1',
    ]) {
      it(`finds nothing at "${target.slice(0, 20)}", and says so`, async () => {
        const answer = await ask(await start(), 'GET', target);
        expect([200, 404], answer).to.include(rawStatus(answer));
      });
    }
  });
}

function ask(origin: string, method: string, target: string): Promise<string> {
  return rawCall(origin, `${method} ${target} HTTP/1.1\r\nHost: till.example\r\nConnection: close\r\n\r\n`);
}
