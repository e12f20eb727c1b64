import { makeSdk } from '@comptoir/adapters-http/sdk/sdk.js';
import { fixedClock } from '@comptoir/core/kit/clock.js';
import { DomainError } from '@comptoir/core/kit/errors.js';
import { makeMemoryPersistence } from '@comptoir/core/memory-persistence.js';
import type { VhostsService } from '@comptoir/core/vhosts/vhosts-service.js';
import { expect } from 'chai';
import { NOON } from '../../suites/builders.js';
import { call, jsonOf } from '../call.js';
import { hostOptions } from '../kit/host.js';
import { expectRefusal } from '../refusal.js';
import { closeAll, serve } from '../serve.js';
import { servicesOn } from '../storefront/till.js';

const PUBLISHED = { domain: 'shop.example', vhostPath: '/vhosts/shop.example.comptoir.conf', certPath: '/cert', keyPath: '/key', pid: 42 };
const GIVEN = { domain: 'shop.example', cert_path: '/cert', key_path: '/key' };

describe('the calls for virtual hosts', () => {
  afterEach(closeAll);

  async function post(path: string, body: unknown, vhosts: Partial<VhostsService> = {}) {
    const services = servicesOn(makeMemoryPersistence(), fixedClock(NOON));
    const sdk = makeSdk({ ...services, vhosts: { ...services.vhosts, ...vhosts } }, hostOptions());
    const origin = await serve(sdk.callback());
    const headers = { 'Content-Type': 'application/json', 'X-Sdk-App-Id': 'demo' };
    return call(`${origin}/__platform/sdk/vhost/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  }

  it('publish one with a certificate of the app', async () => {
    const asked: unknown[] = [];
    const upsert: VhostsService['upsert'] = async (...args) => {
      asked.push(args);
      return PUBLISHED;
    };
    const answer = await post('upsert', { ...GIVEN, proxy_pass: 'http://127.0.0.1:4000', aliases: ['www.shop.example'] }, { upsert });
    expect(answer.status).to.equal(200);
    expect(jsonOf(answer)).to.deep.equal({ ok: true, domain: 'shop.example', vhost_path: PUBLISHED.vhostPath, reloaded_pid: 42 });
    expect(asked).to.deep.equal([['demo', { ...GIVEN, proxy_pass: 'http://127.0.0.1:4000', aliases: ['www.shop.example'] }]]);
  });

  it('publish one with a certificate of the platform', async () => {
    const upsertAutomatic: VhostsService['upsertAutomatic'] = async () => ({ ...PUBLISHED, certReused: true });
    const answer = await post('upsert_auto', { domain: 'shop.example', root: '/srv/shop', email: 'ada@example.org' }, { upsertAutomatic });
    expect(jsonOf(answer)).to.deep.equal({
      ok: true,
      vhost_path: PUBLISHED.vhostPath,
      cert_path: '/cert',
      key_path: '/key',
      reloaded_pid: 42,
      cert_reused: true,
    });
  });

  it('remove one', async () => {
    const remove: VhostsService['remove'] = async (_appId, domain) => ({ domain, removed: false, pid: 42 });
    const answer = await post('remove', { domain: 'shop.example' }, { remove });
    expect(jsonOf(answer)).to.deep.equal({ ok: true, domain: 'shop.example', removed: false, reloaded_pid: 42 });
  });

  const MALFORMED: readonly (readonly [path: string, body: object, field: string])[] = [
    ['upsert', {}, 'domain'],
    ['upsert', { ...GIVEN, key_path: undefined }, 'key_path'],
    ['upsert', { ...GIVEN, root: '/srv', proxy_pass: 'http://127.0.0.1:4000' }, ''],
    ['upsert', { ...GIVEN, root: '/srv', php_fpm_socket: '/run/php/fpm.sock' }, ''],
    ['upsert', { ...GIVEN, aliases: 'www.shop.example' }, 'aliases'],
    ['upsert', { ...GIVEN, aliases: Array.from({ length: 101 }, (_, index) => `a${index}.example`) }, 'aliases'],
    ['upsert', { ...GIVEN, domain: 7 }, 'domain'],
    ['upsert', { ...GIVEN, document_root: '/srv' }, ''],
    ['upsert_auto', { domain: 'shop.example' }, 'root'],
    ['upsert_auto', { domain: 'shop.example', root: '/srv', email: 'ada' }, 'email'],
    ['remove', {}, 'domain'],
    ['remove', { domain: 'shop.example', force: true }, ''],
  ];
  for (const [path, body, field] of MALFORMED) {
    it(`refuse ${path} with ${JSON.stringify(body).slice(0, 70)}`, async () => {
      const answer = await post(path, body);
      expectRefusal(answer, 400, 'invalid_request');
      expect(jsonOf(answer)).to.have.nested.property('details[0].path', field);
    });
  }

  it('answer with the status of the refusal', async () => {
    for (const [code, status] of [
      ['host_taken', 409],
      ['config_rejected', 400],
      ['nginx_unavailable', 503],
    ] as const) {
      const remove = () => Promise.reject(new DomainError(code));
      expectRefusal(await post('remove', { domain: 'shop.example' }, { remove }), status, code);
    }
  });
});
