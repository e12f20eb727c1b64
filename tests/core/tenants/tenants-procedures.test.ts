import type { AuthService } from '@comptoir/core/identity/auth-service.js';
import type { CallContext } from '@comptoir/core/kit/procedure.js';
import { tenantsRouter } from '@comptoir/core/tenants/tenants-procedures.js';
import { expect } from 'chai';
import { aCategory, anOrder, aProduct, DAY_MS, FIRST_PAGE, NOON, placed } from '../../suites/builders.js';
import { refusalOf } from '../../suites/suite.js';
import { aCallOf, anOrganisation, aPerson, aUser, callsOf } from '../organisation.js';
import { aBench, type Bench } from '../support.js';

const tenants = callsOf('tenants', tenantsRouter());

async function codeOf(work: Promise<unknown>): Promise<string> {
  return (await refusalOf(work)).code;
}

async function aSuperAdmin(bench: Bench): Promise<CallContext> {
  return aCallOf(bench, (await aPerson(bench, { superAdmin: true })).id, { superAdmin: true });
}

async function anOwner() {
  const bench = aBench();
  const organisation = await anOrganisation(bench);
  return { ...bench, ...organisation, owner: await organisation.joinAs('owner') };
}

describe('the tenants router', () => {
  it('lists the caller’s own organisations, and all of them for a super-admin', async () => {
    const { owner, tenantId, ...bench } = await anOwner();
    const other = await anOrganisation(bench);

    expect((await tenants('list', owner.call)).items).to.deep.equal([
      { id: tenantId, name: 'Maison', status: 'active', suspendedReason: null, createdAt: NOON },
    ]);
    expect((await tenants('list', owner.call, { search: 'atelier' })).total).to.equal(0);
    expect((await tenants('list', owner.call, { page: 2 })).items).to.deep.equal([]);
    expect((await tenants('list', await aSuperAdmin(bench))).items.map(({ id }) => id)).to.have.members([tenantId, other.tenantId]);
  });

  it('shows organisations to those who belong to them', async () => {
    const { owner, tenantId, ...bench } = await anOwner();
    const other = await anOrganisation(bench);

    expect((await tenants('get', owner.call, { id: tenantId })).id).to.equal(tenantId);
    expect(await codeOf(tenants('get', owner.call, { id: other.tenantId }))).to.equal('unknown_record');
    expect((await tenants('get', await aSuperAdmin(bench), { id: other.tenantId })).id).to.equal(other.tenantId);
  });

  it('hides an organisation from who was deactivated there', async () => {
    const { owner, tenantId, scope, joinAs, persistence } = await anOwner();
    const { user, call } = await joinAs('viewer');
    await persistence.transact(scope, ({ members }) => members.change(scope, user.id, (member) => ({ ...member, active: false })));

    expect((await tenants('list', call)).total).to.equal(0);
    expect(await codeOf(tenants('get', call, { id: tenantId }))).to.equal('unknown_record');
    expect((await tenants('list', owner.call)).total).to.equal(1);
  });

  it('tells what the call acts for', async () => {
    const { owner, tenantId, scope } = await anOwner();

    const current = await tenants('current', owner.call);

    expect([current.tenant.id, current.siteId, current.roles]).to.deep.equal([tenantId, scope.siteId, ['owner']]);
  });

  it('creates an organisation that the caller owns', async () => {
    const bench = aBench();
    const user = await aPerson(bench);
    const call = aCallOf(bench, user.id);

    const { id } = await tenants('create', call, { name: ' Maison Ada ' });

    expect(await bench.services.views.members.ofUser(user.id)).to.deep.equal([
      { tenantId: id, tenantName: 'Maison Ada', tenantActive: true, active: true, assignments: [{ role: 'owner', siteId: null }] },
    ]);
    expect(bench.heard).to.deep.include({ kind: 'identity-changed', userId: user.id });
  });

  it('creates five a day for a person, as many as they like for a super-admin', async () => {
    const bench = aBench();
    const call = aCallOf(bench, (await aPerson(bench)).id);
    const superAdmin = await aSuperAdmin(bench);
    for (let count = 0; count < 5; count += 1) await tenants('create', call, { name: `N ${count}` });

    expect(await codeOf(tenants('create', call, { name: 'N 6' }))).to.equal('rate_limited');
    for (let count = 0; count < 7; count += 1) await tenants('create', superAdmin, { name: `S ${count}` });
    bench.clock.advance(DAY_MS);
    await tenants('create', call, { name: 'N 6' });
    expect((await tenants('list', call)).total).to.equal(6);
  });

  it('creates none for an address that was not proved', async () => {
    const bench = aBench();
    const call = aCallOf(bench, (await aPerson(bench, { emailVerifiedAt: null })).id);
    const stranger = aCallOf(bench, aUser().id);

    expect(await codeOf(tenants('create', call, { name: 'N' }))).to.equal('forbidden');
    expect(await codeOf(tenants('create', stranger, { name: 'N' }))).to.equal('forbidden');
  });

  it('renames the organisation of the call, and no other', async () => {
    const { owner, tenantId, ...bench } = await anOwner();
    const other = await anOrganisation(bench);

    expect((await tenants('update', owner.call, { id: tenantId, name: 'Maison Lucie' })).name).to.equal('Maison Lucie');
    expect((await tenants('update', owner.call, { id: tenantId })).name).to.equal('Maison Lucie');
    expect(await codeOf(tenants('update', owner.call, { id: other.tenantId, name: 'Volée' }))).to.equal('unknown_record');
  });

  it('ends an organisation for everybody, and keeps its records', async () => {
    const { owner, tenantId, scope, services, heard, persistence } = await anOwner();
    const order = await placed(persistence, scope, anOrder(scope));

    expect((await tenants('delete', owner.call, { id: tenantId })).status).to.equal('deleted');

    expect(heard).to.deep.include({ kind: 'identity-changed', userId: null });
    expect((await tenants('list', owner.call)).total).to.equal(0);
    expect(await codeOf(tenants('get', owner.call, { id: tenantId }))).to.equal('unknown_record');
    expect((await services.views.orders.get(scope, order.id))?.id).to.equal(order.id);
    expect((await services.views.audit.list(scope, FIRST_PAGE)).items.map(({ action }) => action)).to.deep.equal(['tenants.delete']);
  });

  it('leaves the organisation to owners of all of it', async () => {
    const { tenantId, join, scope, joinAs } = await anOwner();
    for (const { call } of [await joinAs('admin'), await join([{ role: 'owner', siteId: scope.siteId }])]) {
      expect(await codeOf(tenants('update', call, { id: tenantId, name: 'N' }))).to.equal('forbidden');
      expect(await codeOf(tenants('delete', call, { id: tenantId }))).to.equal('forbidden');
    }
  });

  it('counts what the organisation uses', async () => {
    const { owner, tenantId, scope, persistence, services, clock } = await anOwner();
    const category = aCategory();
    await persistence.transact(scope, async ({ categories, products }) => {
      await categories.create(scope, category);
      await products.create(scope, [aProduct()]);
    });
    await placed(persistence, scope, anOrder(scope));
    await services.keys.create(scope, 'keyed', {
      name: 'N',
      right: 'read',
      permissions: [],
      ratePerHour: null,
      networks: [],
      origins: [],
      expiresAt: null,
    });
    const since = new Date(NOON.getTime() - 30 * DAY_MS);

    expect(await tenants('usage', owner.call, { id: tenantId })).to.deep.equal({
      id: tenantId,
      since,
      sites: 1,
      members: 1,
      items: 1,
      orders: 1,
      apiKeys: 1,
    });
    clock.advance(2 * DAY_MS);
    expect((await tenants('usage', owner.call, { id: tenantId, days: 1 })).orders).to.equal(0);
  });
});

describe('suspending an organisation', () => {
  it('is a super-admin’s, for any organisation, and can be taken back', async () => {
    const { owner, tenantId, heard, ...bench } = await anOwner();
    const call = await aSuperAdmin({ ...bench, heard });

    expect(await tenants('suspend', call, { id: tenantId, reason: 'Impayé' })).to.include({
      status: 'suspended',
      suspendedReason: 'Impayé',
    });
    expect(heard).to.deep.include({ kind: 'identity-changed', userId: null });
    expect((await tenants('list', owner.call, { status: 'suspended' })).total).to.equal(1);
    expect(await tenants('resume', call, { id: tenantId })).to.include({ status: 'active', suspendedReason: null });
    expect(await codeOf(tenants('suspend', owner.call, { id: tenantId, reason: 'N' }))).to.equal('forbidden');
    expect(await codeOf(tenants('suspend', call, { id: 'none', reason: 'N' }))).to.equal('unknown_record');
  });
});

describe('switching to another organisation', () => {
  /** A call whose session can be switched: what a token says is for the service of sessions to prove. */
  function switching(call: CallContext) {
    const switched: Parameters<AuthService['switchScope']>[] = [];
    const started: string[] = [];
    const switchScope: AuthService['switchScope'] = async (session, scope) => {
      switched.push([session, scope]);
      return { token: 'canary-token', expiresAt: NOON, user: aUser({ id: session.userId }), ...scope };
    };
    const auth = { ...call.services.auth, switchScope };
    const session = { start: (token: string) => started.push(token), end: () => undefined };
    return { call: { ...call, services: { ...call.services, auth }, session }, switched, started };
  }

  it('answers a token for it, and starts it where there are cookies', async () => {
    const { joinAs, scope, services, persistence, ...bench } = await anOwner();
    const { user } = await joinAs('staff');
    const { call, switched, started } = switching(aCallOf({ ...bench, services, persistence }, user.id));

    expect(await tenants('switch', call, { tenantId: scope.tenantId, siteId: scope.siteId })).to.deep.equal({
      tenantId: scope.tenantId,
      siteId: scope.siteId,
      token: 'canary-token',
      expiresAt: NOON,
    });
    const session = { userId: user.id, sessionId: call.identity?.sessionId };
    expect(switched).to.deep.equal([[session, { tenantId: scope.tenantId, siteId: scope.siteId }]]);
    expect(started).to.deep.equal(['canary-token']);
    const { items } = await services.views.audit.list(scope, FIRST_PAGE);
    expect(items.map(({ action, siteId }) => [action, siteId])).to.deep.equal([['tenants.switch', scope.siteId]]);
    expect(JSON.stringify(items)).to.not.include('canary');
  });

  it('needs a membership that holds there', async () => {
    const { join, joinAs, scope, beside, tenantId, ...bench } = await anOwner();
    const there = (await beside()).scope.siteId;
    const limited = switching((await join([{ role: 'staff', siteId: there }])).call);
    const everywhere = switching((await joinAs('staff')).call);
    const stranger = await anOrganisation(bench);

    expect(await codeOf(tenants('switch', limited.call, { tenantId, siteId: scope.siteId }))).to.equal('unknown_record');
    await tenants('switch', limited.call, { tenantId, siteId: there });
    expect(await codeOf(tenants('switch', everywhere.call, { tenantId: stranger.tenantId }))).to.equal('unknown_record');
    expect(await codeOf(tenants('switch', everywhere.call, { tenantId, siteId: stranger.scope.siteId }))).to.equal('unknown_record');
    expect(everywhere.switched).to.deep.equal([]);
  });

  it('does not lead into a suspended organisation, except for a super-admin', async () => {
    const { joinAs, tenantId, services, scope, ...bench } = await anOwner();
    const member = switching((await joinAs('owner')).call);
    const superAdmin = switching(await aSuperAdmin({ ...bench, services }));
    await services.tenants.suspend(scope, 'Impayé');

    expect(await codeOf(tenants('switch', member.call, { tenantId }))).to.equal('tenant_suspended');
    expect((await tenants('switch', superAdmin.call, { tenantId })).tenantId).to.equal(tenantId);
  });

  it('needs a session', async () => {
    const { owner, tenantId } = await anOwner();
    const { call } = switching(owner.call);
    if (call.identity === null) throw new Error('nobody');

    expect(await codeOf(tenants('switch', { ...call, identity: { ...call.identity, sessionId: null } }, { tenantId }))).to.equal(
      'forbidden',
    );
  });
});
