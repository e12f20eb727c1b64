import { fixedClock } from '@comptoir/core/kit/clock.js';
import type { Identity, Permission } from '@comptoir/core/kit/procedure.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { makeMemoryPersistence } from '@comptoir/core/memory-persistence.js';
import { expect } from 'chai';
import { aProduct, establish, establishBeside, FIRST_PAGE, NOON } from '../../suites/builders.js';
import { aPlainPicture } from '../../support/service-deps.js';
import { type Answer, call, jsonOf } from '../call.js';
import { expectRefusal } from '../refusal.js';
import { closeAll } from '../serve.js';
import { servicesOn } from '../storefront/till.js';
import { GOOD_TOKEN, LUCIE, openPlatform, PRODUCTION_COOKIE } from './platform-host.js';

const BEARER = { Authorization: `Bearer ${GOOD_TOKEN}` };
const COOKIE = { Cookie: `${PRODUCTION_COOKIE}=${GOOD_TOKEN}` };
const FOREIGN = { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' };

describe('the photo of an item, on the platform', () => {
  afterEach(closeAll);

  /** Somebody who may do this at an establishment with one item. */
  async function manager(...permissions: readonly Permission[]) {
    const persistence = makeMemoryPersistence();
    const establishment = await establish(persistence);
    const { scope } = establishment;
    const products = [aProduct({ id: 'galette' }), aProduct({ id: 'synced', managedBy: 'sync' })];
    await persistence.transact(scope, (stores) => stores.products.create(scope, products));
    const { identify: _, ...services } = servicesOn(persistence, fixedClock(NOON));
    const { origin } = await openPlatform({ services, answer: { identity: actingFor(scope, permissions) } });
    const change = (method: string, id: string, headers: Record<string, string> = BEARER, body?: Buffer | string) =>
      call(`${origin}/api/manage/items/${id}/photo`, { method, body, headers: { Host: 'platform.example', ...headers } });
    const photoOf = async (id: string) => (await persistence.views.products.get(scope, id))?.photo;
    return { persistence, establishment, scope, change, photoOf, services };
  }

  function actingFor(scope: Scope, permissions: readonly Permission[]): Identity {
    return { ...LUCIE, permissions: new Set(permissions), tenant: scope, site: scope };
  }

  const itemIn = (answer: Answer) => {
    expect(answer.status, answer.text).to.equal(200);
    return jsonOf(answer)['item'] as { id: string; photo: string | null; version: number };
  };

  it('is uploaded and taken away, with an entry in the audit log for each', async () => {
    const { change, photoOf, persistence, scope, services } = await manager('products:write');
    const uploaded = await change('PUT', 'galette', BEARER, aPlainPicture());
    const item = itemIn(uploaded);
    expect(item).to.include({ id: 'galette', version: 2 });
    expect(item.photo).to.match(/^\/photos\/[0-9a-f]{64}-640\.webp$/);
    expect(uploaded.headers).to.include({ etag: '"2"', 'cache-control': 'no-store' });
    expect(await photoOf('galette')).to.equal(item.photo);
    expect(await services.photos.open({ hash: String(item.photo).slice(8, 72), width: 320 })).not.to.equal(null);

    expect(itemIn(await change('DELETE', 'galette'))).to.deep.equal({ id: 'galette', photo: null, version: 3 });

    const { items } = await persistence.views.audit.list(scope, FIRST_PAGE);
    expect(items.map(({ action, subjectId, siteId }) => [action, subjectId, siteId])).to.have.deep.members([
      ['products.setPhoto', 'galette', scope.siteId],
      ['products.removePhoto', 'galette', scope.siteId],
    ]);
    expect(JSON.stringify(items)).to.include(item.photo);
  });

  it('is for who may change products, told before the picture is read', async () => {
    const { change, photoOf } = await manager('products:read');
    for (const method of ['PUT', 'DELETE']) {
      expectRefusal(await change(method, 'galette', BEARER, 'no picture'), 403, 'forbidden');
      expectRefusal(await change(method, 'galette', {}, 'no picture'), 401, 'unauthorized');
    }
    expect(await photoOf('galette')).to.equal(null);
  });

  it('is not open to pages of other sites that borrow a session', async () => {
    const { change, photoOf } = await manager('products:write');
    for (const method of ['PUT', 'DELETE']) {
      expectRefusal(await change(method, 'galette', { ...COOKIE, ...FOREIGN }, aPlainPicture()), 403, 'cross_origin');
    }
    expect(await photoOf('galette')).to.equal(null);
    itemIn(await change('PUT', 'galette', { ...COOKIE, 'Sec-Fetch-Site': 'same-origin' }, aPlainPicture()));
  });

  it('needs an item of the establishment that the till itself keeps, as its caller knows it', async () => {
    const { change, establishment, persistence, photoOf } = await manager('products:write');
    const beside = await establishBeside(persistence, establishment);
    await persistence.transact(beside.scope, ({ products }) => products.create(beside.scope, [aProduct({ id: 'voisin' })]));
    for (const method of ['PUT', 'DELETE']) {
      for (const id of ['voisin', 'nothing', '%00']) expectRefusal(await change(method, id, BEARER, aPlainPicture()), 404, 'unknown_item');
      expectRefusal(await change(method, 'synced', BEARER, aPlainPicture()), 409, 'managed_by_sync');
      expectRefusal(await change(method, 'galette', { ...BEARER, 'If-Match': '"7"' }, aPlainPicture()), 412, 'stale');
    }
    expect(await photoOf('galette')).to.equal(null);
    itemIn(await change('PUT', 'galette', { ...BEARER, 'If-Match': '"1"' }, aPlainPicture()));
  });

  it('takes pictures alone', async () => {
    const { change } = await manager('products:write');
    expectRefusal(await change('PUT', 'galette', { ...BEARER, 'Content-Type': 'image/png' }, '<svg/>'), 415, 'unsupported_media_type');
  });

  it('is set once under one idempotency key', async () => {
    const { change } = await manager('products:write');
    const headers = { ...BEARER, 'Idempotency-Key': 'k' };
    const first = await change('PUT', 'galette', headers, aPlainPicture());
    const again = await change('PUT', 'galette', headers, aPlainPicture());
    expect([again.text, again.headers['idempotent-replayed']]).to.deep.equal([first.text, 'true']);
    expectRefusal(await change('PUT', 'galette', headers, aPlainPicture('x')), 422, 'idempotency_key_reused');
  });
});
