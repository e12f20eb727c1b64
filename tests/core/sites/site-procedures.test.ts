import { siteRouter } from '@comptoir/core/sites/site-procedures.js';
import { expect } from 'chai';
import { ALWAYS_OPEN, anOrder, placed } from '../../suites/builders.js';
import { refusalOf } from '../../suites/suite.js';
import { anOrganisation, callsOf } from '../organisation.js';
import { aBench } from '../support.js';

const site = callsOf('site', siteRouter());

const NEW_SITE = {
  slug: 'le-zinc',
  trade: 'bar',
  name: 'Le Zinc',
  address: { line1: '1 quai', line2: null, postcode: '29200', city: 'Brest', country: 'FR' },
};

async function codeOf(work: Promise<unknown>): Promise<string> {
  return (await refusalOf(work)).code;
}

async function anAdmin() {
  const bench = aBench();
  const organisation = await anOrganisation(bench, { name: 'Chez Lucie' });
  const { call } = await organisation.joinAs('admin');
  return { ...bench, ...organisation, call, id: organisation.scope.siteId };
}

describe('the site router', () => {
  it('creates an establishment with the plainest settings', async () => {
    const { call, tenantId, services } = await anAdmin();

    const created = await site('create', call, NEW_SITE);

    expect(created).to.deep.include({
      ...NEW_SITE,
      hosts: [],
      hours: [],
      timezone: 'Europe/Paris',
      currency: 'EUR',
      languages: ['fr'],
      version: 1,
    });
    expect(Object.values(created.features)).to.not.include(true);
    expect(created).to.not.have.property('tenantId');
    expect(await site('get', call, { id: created.id })).to.deep.equal(created);
    expect((await services.views.sites.bySlug('le-zinc'))?.tenantId).to.equal(tenantId);
    expect(await codeOf(site('create', call, NEW_SITE))).to.equal('duplicate');
  });

  it('lists by name, finds and filters', async () => {
    const { call } = await anAdmin();
    await site('create', call, NEW_SITE);
    const names = async (filter: unknown) => (await site('list', call, filter)).items.map(({ name }) => name);

    expect(await names({})).to.deep.equal(['Chez Lucie', 'Le Zinc']);
    expect(await names({ trade: 'bar' })).to.deep.equal(['Le Zinc']);
    expect(await names({ search: 'LUCIE' })).to.deep.equal(['Chez Lucie']);
    expect(await names({ page: 2, pageSize: 1 })).to.deep.equal(['Le Zinc']);
  });

  it('changes what is sent; null clears; public id and trade stay', async () => {
    const { call, id, heard } = await anAdmin();
    await site('update', call, { id, phone: '+33 2 98 00 00 00' });

    const changed = await site('update', call, { id, name: 'Lucie', phone: null, slug: 'autre', trade: 'museum', hosts: ['pris.example'] });

    expect(changed).to.deep.include({ name: 'Lucie', phone: null, trade: 'restaurant', hosts: [], version: 3 });
    expect(changed.slug).to.match(/^chez-lucie/);
    expect(heard).to.deep.include({ kind: 'site-changed', siteId: id });
  });

  it('replaces hours, exceptions, features and host names as wholes', async () => {
    const { call, id } = await anAdmin();
    const hours = [{ day: 1, from: '09:00', to: '12:00' }];
    const exceptions = [{ date: '2026-07-14', closed: true, label: 'Fête', periods: [] }];
    const { features } = await site('get', call, { id });

    expect((await site('hours', call, { id, hours })).hours).to.deep.equal(hours);
    expect((await site('exceptions', call, { id, exceptions })).exceptions).to.deep.equal(exceptions);
    expect((await site('features', call, { id, features: { ...features, groups: true } })).features).to.deep.equal({
      ...features,
      groups: true,
    });
    expect((await site('hosts', call, { id, hosts: ['menu.example'] })).hosts).to.deep.equal(['menu.example']);
    expect((await site('hours', call, { id, hours: [] })).exceptions).to.deep.equal(exceptions);
  });

  it('keeps a host name for one establishment, over all organisations', async () => {
    const { call, id, ...bench } = await anAdmin();
    await site('hosts', call, { id, hosts: ['menu.example'] });
    const other = await anOrganisation(bench);
    const stranger = (await other.joinAs('owner')).call;

    expect(await codeOf(site('hosts', stranger, { id: other.scope.siteId, hosts: ['menu.example'] }))).to.equal('duplicate');
  });

  it('deletes an establishment without orders, with its roles', async () => {
    const { call, id, heard } = await anAdmin();

    expect((await site('delete', call, { id })).id).to.equal(id);

    expect(await codeOf(site('get', call, { id }))).to.equal('unknown_shop');
    expect(heard).to.deep.include({ kind: 'identity-changed', userId: null });
  });

  it('keeps an establishment that has orders', async () => {
    const { call, id, persistence, scope } = await anAdmin();
    await placed(persistence, scope, anOrder(scope));

    expect(await codeOf(site('delete', call, { id }))).to.equal('in_use');
    expect((await site('get', call, { id })).id).to.equal(id);
  });

  it('refuses what is no establishment', async () => {
    const { call, id } = await anAdmin();
    for (const changes of [
      { slug: 'Le Zinc' },
      { trade: 'circus' },
      { timezone: 'Mars/Olympus' },
      { currency: 'euro' },
      { hours: [{ day: 8, from: '09:00', to: '10:00' }] },
    ]) {
      expect(await codeOf(site('create', call, { ...NEW_SITE, ...changes }))).to.equal('invalid_request');
    }
    expect(await codeOf(site('features', call, { id, features: { groups: true } }))).to.equal('invalid_request');
    expect(await codeOf(site('hours', call, { id, hours: Array(71).fill(ALWAYS_OPEN[0]) }))).to.equal('invalid_request');
    expect(await codeOf(site('hosts', call, { id, hosts: ['Menu.example'] }))).to.equal('invalid_request');
  });

  it('does not know establishments of other organisations', async () => {
    const { call, ...bench } = await anAdmin();
    const { scope } = await anOrganisation(bench);
    const id = scope.siteId;

    for (const refused of [
      site('get', call, { id }),
      site('update', call, { id, name: 'Volé' }),
      site('hours', call, { id, hours: [] }),
      site('hosts', call, { id, hosts: [] }),
      site('delete', call, { id }),
    ]) {
      expect(await codeOf(refused)).to.equal('unknown_shop');
    }
  });
});

describe('a role for one establishment', () => {
  it('opens that one only', async () => {
    const { join, beside, scope } = await anAdmin();
    const there = (await beside()).scope;
    const { call } = await join([{ role: 'admin', siteId: scope.siteId }]);

    expect((await site('list', call)).items.map(({ id }) => id)).to.deep.equal([scope.siteId]);
    expect((await site('update', call, { id: scope.siteId, name: 'N' })).name).to.equal('N');
    expect(await codeOf(site('get', call, { id: there.siteId }))).to.equal('forbidden');
    expect(await codeOf(site('update', call, { id: there.siteId, name: 'N' }))).to.equal('forbidden');
    expect(await codeOf(site('delete', call, { id: there.siteId }))).to.equal('forbidden');
    expect(await codeOf(site('create', call, NEW_SITE))).to.equal('forbidden');
  });

  it('is not what one holds at another', async () => {
    const { join, beside, scope } = await anAdmin();
    const there = (await beside()).scope;
    const assignments = [
      { role: 'admin', siteId: scope.siteId },
      { role: 'manager', siteId: there.siteId },
    ] as const;
    const { call } = await join(assignments);

    expect((await site('list', call)).total).to.equal(2);
    expect((await site('get', call, { id: there.siteId })).id).to.equal(there.siteId);
    expect(await codeOf(site('update', call, { id: there.siteId, name: 'N' }))).to.equal('forbidden');
  });
});
