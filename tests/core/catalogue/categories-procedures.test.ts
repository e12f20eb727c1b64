import { categoriesRouter } from '@comptoir/core/catalogue/categories-procedures.js';
import { callProcedure } from '@comptoir/core/kit/call-procedure.js';
import type { Permission, Router } from '@comptoir/core/kit/procedure.js';
import { expect } from 'chai';
import { aCategory, aProduct, establish } from '../../suites/builders.js';
import { refusalOf } from '../../suites/suite.js';
import { aBench, aCall, aRestaurant } from '../support.js';

const ALL: Permission[] = ['categories:read', 'categories:write', 'categories:delete'];

async function aRouter() {
  const bench = aBench();
  const { scope, site } = await aRestaurant(bench);
  return { ...bench, router: categoriesRouter(), call: aCall(bench.services, { site: scope, permissions: ALL }), scope, site };
}

describe('the categories router', () => {
  it('creates, gets, lists, changes and deletes', async () => {
    const { router, call } = await aRouter();

    const created = await callProcedure('categories.create', router.create, call, { name: ' Thés ', id: 'mine' });
    expect(created).to.deep.equal({ id: created.id, name: 'Thés', position: 0 });
    expect(created.id).to.match(/^[0-9a-f-]{36}$/);
    expect(await callProcedure('categories.get', router.get, call, { id: created.id })).to.deep.equal(created);
    expect(await callProcedure('categories.list', router.list, call, {})).to.deep.equal({
      items: [created],
      total: 1,
      page: 1,
      pageSize: 20,
    });
    expect(await callProcedure('categories.update', router.update, call, { id: created.id, position: 7 })).to.deep.equal({
      ...created,
      position: 7,
    });
    expect(await callProcedure('categories.delete', router.delete, call, { id: created.id })).to.deep.equal({ id: created.id });
    expect(await callProcedure('categories.list', router.list, call, {})).to.include({ total: 0 });
  });

  it('says so when there is no such category', async () => {
    const { router, call } = await aRouter();
    for (const refused of [
      callProcedure('categories.get', router.get, call, { id: 'none' }),
      callProcedure('categories.update', router.update, call, { id: 'none', name: 'N' }),
      callProcedure('categories.delete', router.delete, call, { id: 'none' }),
    ]) {
      expect((await refusalOf(refused)).code).to.equal('unknown_record');
    }
  });

  it('refuses what is not a category', async () => {
    const { router, call } = await aRouter();
    const { id } = await callProcedure('categories.create', router.create, call, { name: 'Thés' });
    for (const refused of [
      callProcedure('categories.create', router.create, call, {}),
      callProcedure('categories.create', router.create, call, { name: 'x'.repeat(81) }),
      callProcedure('categories.create', router.create, call, { name: 'N', position: -1 }),
      callProcedure('categories.update', router.update, call, { id, name: null }),
      callProcedure('categories.update', router.update, call, { name: 'N' }),
      callProcedure('categories.get', router.get, call, { id: 'a\u0000' }),
      callProcedure('categories.list', router.list, call, { page: 0 }),
    ]) {
      expect((await refusalOf(refused)).code).to.equal('invalid_request');
    }
    expect(await callProcedure('categories.get', router.get, call, { id })).to.include({ name: 'Thés' });
  });

  it('does not delete a category that items are in', async () => {
    const { router, call, persistence, scope } = await aRouter();
    const category = aCategory();
    await persistence.transact(scope, async ({ categories, products }) => {
      await categories.create(scope, category);
      await products.create(scope, [aProduct({ categoryId: category.id })]);
    });

    expect((await refusalOf(callProcedure('categories.delete', router.delete, call, { id: category.id }))).code).to.equal('in_use');
  });

  it('asks for the permission of each call', async () => {
    const { router, services, scope } = await aRouter();
    const needs = new Map(
      Object.entries({ list: 'read', get: 'read', create: 'write', update: 'write', delete: 'delete' }).map(([name, action]) => [
        name,
        `categories:${action}`,
      ]),
    );
    const procedures: Router = router;
    expect(Object.keys(procedures)).to.have.members([...needs.keys()]);
    for (const [name, procedure] of Object.entries(procedures)) {
      const others = ALL.filter((permission) => permission !== needs.get(name));
      const refusal = await refusalOf(
        callProcedure(`categories.${name}`, procedure, aCall(services, { site: scope, permissions: others }), { id: 'a', name: 'N' }),
      );
      expect(refusal.code, name).to.equal('forbidden');
    }
  });

  it('acts in the establishment of the caller only', async () => {
    const { router, call, services, persistence } = await aRouter();
    const { id } = await callProcedure('categories.create', router.create, call, { name: 'Thés' });
    const stranger = await establish(persistence);
    const other = aCall(services, { site: stranger.scope, permissions: ALL });

    expect((await refusalOf(callProcedure('categories.get', router.get, other, { id }))).code).to.equal('unknown_record');
    expect((await refusalOf(callProcedure('categories.update', router.update, other, { id, name: 'Volée' }))).code).to.equal(
      'unknown_record',
    );
    expect((await refusalOf(callProcedure('categories.delete', router.delete, other, { id }))).code).to.equal('unknown_record');
    expect((await callProcedure('categories.list', router.list, other, {})).total).to.equal(0);
    expect(
      (await refusalOf(callProcedure('categories.list', router.list, aCall(services, { tenantId: 't', permissions: ALL }), {}))).code,
    ).to.equal('forbidden');
  });

  it('shows a change on the public menu at once', async () => {
    const { router, call, services, site } = await aRouter();
    await services.carte.bySlug(site.slug);

    await callProcedure('categories.create', router.create, call, { name: 'Thés' });

    expect((await services.carte.bySlug(site.slug)).categories.map(({ name }) => name)).to.deep.equal(['Thés']);
  });
});
