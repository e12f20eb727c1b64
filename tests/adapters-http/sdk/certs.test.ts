import { makeSdk } from '@comptoir/adapters-http/sdk/sdk.js';
import { expect } from 'chai';
import { aWorld, type FakeWorld } from '../../core/certificates/a-directory.js';
import { call, jsonOf } from '../call.js';
import { hostOptions } from '../kit/host.js';
import { expectRefusal } from '../refusal.js';
import { closeAll, serve } from '../serve.js';

describe('POST /certs/…', () => {
  let world: FakeWorld;
  let origin: string;

  beforeEach(async () => {
    world = aWorld();
    origin = await serve(makeSdk(world.process(), hostOptions()).callback());
  });
  afterEach(closeAll);

  const ask = (path: string, body: unknown, appId = 'demo') =>
    call(`${origin}/__platform/sdk/certs/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Sdk-App-Id': appId },
      body: JSON.stringify(body),
    });
  const provision = (body: unknown, appId = 'demo') => ask('provision', body, appId);

  it('answers where the files are and how long they serve', async () => {
    const answer = await provision({ domain: 'Shop.example', aliases: ['www.shop.example'], email: 'a@example.org' });
    expect(answer.status, answer.text).to.equal(200);
    expect(jsonOf(answer)).to.deep.equal({
      ok: true,
      domain: 'shop.example',
      staging: false,
      not_before: '2026-06-16T10:00:00.000Z',
      not_after: '2026-09-14T10:00:00.000Z',
      cert_path: '/certs/shop.example/current/fullchain.pem',
      key_path: '/certs/shop.example/current/privkey.pem',
      reused: false,
    });
    expect(jsonOf(await provision({ domain: 'shop.example' }))).to.include({ reused: true });
    expect(jsonOf(await provision({ domain: 'shop.example', staging: true }))).to.include({ staging: true, reused: false });
    expect(world.orders[0]).to.deep.include({ names: ['shop.example', 'www.shop.example'], email: 'a@example.org', webroot: null });
  });

  it('says why there is none, and when to ask again', async () => {
    const refused = { kind: 'refused', type: 'urn:ietf:params:acme:error:rateLimited', detail: 'too many', retryAfterSecs: 600 } as const;
    world.onOrder = async () => refused;
    const answer = await provision({ domain: 'shop.example' });
    expectRefusal(answer, 500, 'issuance_failed');
    expect(jsonOf(answer)).to.include({ ok: false, domain: 'shop.example', type: refused.type, detail: 'too many', retry_after_secs: 600 });
    expect(answer.headers['retry-after']).to.equal('600');

    const second = await provision({ domain: 'shop.example' });
    expectRefusal(second, 500, 'issuance_deferred');
    expect(jsonOf(second)).to.include({ domain: 'shop.example', type: refused.type, retry_after_secs: 600 });
  });

  const FAULTS: readonly (readonly [unknown, string])[] = [
    [{}, 'domain'],
    [{ domain: '' }, 'domain'],
    [{ domain: '*.shop.example' }, 'domain'],
    [{ domain: 7 }, 'domain'],
    [{ domain: 'shop.example', aliases: Array.from({ length: 100 }, (_, index) => `a${index}.example`) }, 'aliases'],
    [{ domain: 'shop.example', email: 'nobody' }, 'email'],
    [{ domain: 'shop.example', webroot: 'relative' }, 'webroot'],
    [{ domain: 'shop.example', pem_dir: '' }, 'pem_dir'],
    [{ domain: 'shop.example', staging: 'yes' }, 'staging'],
    [{ domain: 'shop.example', pemDir: '/srv' }, ''],
  ];
  for (const [body, path] of FAULTS) {
    it(`refuses ${JSON.stringify(body).slice(0, 60)}`, async () => {
      const answer = await provision(body);
      expectRefusal(answer, 400, 'invalid_request');
      expect(jsonOf(answer)['details']).to.have.nested.property('[0].path', path);
      expect(world.orders).to.have.length(0);
    });
  }

  it('lists what the app has, and what it could not have', async () => {
    await provision({ domain: 'shop.example', aliases: ['www.shop.example'] });
    world.onOrder = async () => ({ kind: 'refused', type: 'urn:ietf:params:acme:error:dns', detail: 'no such name', retryAfterSecs: null });
    await provision({ domain: 'typo.example', staging: true });

    const { certificates } = jsonOf(await ask('list', {})) as { certificates: { failure: { retry_at: string } | null }[] };
    expect(certificates[0]).to.deep.equal({
      domain: 'shop.example',
      staging: false,
      names: ['shop.example', 'www.shop.example'],
      not_before: '2026-06-16T10:00:00.000Z',
      not_after: '2026-09-14T10:00:00.000Z',
      cert_path: '/certs/shop.example/current/fullchain.pem',
      key_path: '/certs/shop.example/current/privkey.pem',
      renewed: true,
      failure: null,
    });
    const [, { failure, ...failed } = { failure: null }] = certificates;
    expect(failed).to.include({ domain: 'typo.example', staging: true, not_before: null, not_after: null, renewed: false });
    expect(failure).to.include({
      type: 'urn:ietf:params:acme:error:dns',
      detail: 'no such name',
      at: '2026-06-16T10:00:00.000Z',
      count: 1,
    });
    expect(jsonOf(await ask('list', {}, 'other'))).to.deep.equal({ ok: true, certificates: [] });
  });

  it('removes what the app has, in any letters', async () => {
    await provision({ domain: 'shop.example' });
    expectRefusal(await ask('remove', { domain: 'shop.example' }, 'other'), 403, 'forbidden');
    expect(jsonOf(await ask('remove', { domain: 'Shop.EXAMPLE' }))).to.deep.equal({
      ok: true,
      domain: 'shop.example',
      staging: false,
      removed: true,
    });
    expect(jsonOf(await ask('remove', { domain: 'shop.example' }))).to.include({ removed: false });
    expect(jsonOf(await ask('list', {}))).to.deep.equal({ ok: true, certificates: [] });
  });

  it("gives no app the files of another's certificate", async () => {
    await provision({ domain: 'shop.example' });
    expectRefusal(await provision({ domain: 'shop.example', pem_dir: '/srv/other' }, 'other'), 403, 'forbidden');
  });
});
