import type { Presented } from '@comptoir/core/identity/identify.js';
import { expect } from 'chai';
import fc from 'fast-check';
import { establish, establishBeside, freshName } from '../../suites/builders.js';
import { aBench } from '../support.js';
import { aPerson, everywhere, join, signIn, withBearer, withCookie } from './people.js';

/**
 * Two organisations the caller belongs to (in the second only to one of two establishments), one they were removed from, one that
 * is suspended and one of strangers, each with a host.
 */
async function aTown(superAdmin = false) {
  const bench = aBench();
  const user = await aPerson(bench, { superAdmin });
  const place = async (...roles: Parameters<typeof everywhere>[0][]) => {
    const host = `${freshName('house')}.example`;
    const establishment = await establish(bench.persistence, { hosts: [host] });
    if (roles.length > 0) await join(bench, establishment.scope.tenantId, user.id, roles.map(everywhere));
    return { ...establishment, tenantId: establishment.scope.tenantId, siteId: establishment.site.id, host };
  };
  const home = await place('manager');
  const partly = await place();
  const beside = await establishBeside(bench.persistence, partly);
  await join(bench, partly.tenantId, user.id, [{ role: 'staff', siteId: partly.siteId }]);
  const left = await place();
  await join(bench, left.tenantId, user.id, [everywhere('owner')], false);
  const suspended = await place('owner');
  await bench.persistence.transact(suspended.scope, ({ tenants }) =>
    tenants.change(suspended.scope, (tenant) => ({ ...tenant, status: 'suspended' })),
  );
  const strange = await place();
  const strangeAndSuspended = await place();
  await bench.persistence.transact(strangeAndSuspended.scope, ({ tenants }) =>
    tenants.change(strangeAndSuspended.scope, (tenant) => ({ ...tenant, status: 'suspended' })),
  );
  /** A token that acts for the place; the one a sign-in gives acts for none, there being several. */
  const tokenFor = async (scope: { tenantId: string; siteId: string | null } | null) =>
    (await bench.services.auth.startSession(user, 'browser', scope, { address: 'x', userAgent: null })).token;
  const told = async (presented: Presented) => {
    const { identity, refusal } = await bench.services.identify.identify(presented);
    return [identity?.tenant?.tenantId ?? null, identity?.site?.siteId ?? null, refusal?.code ?? null] as const;
  };
  return { bench, user, home, partly, besideId: beside.site.id, left, suspended, strange, strangeAndSuspended, tokenFor, told };
}

type Place = { readonly tenantId: string; readonly siteId: string };
const idsOf = ({ tenantId, siteId }: Place) => ({ tenantId, siteId });
const tenantOf = ({ tenantId }: Place) => ({ tenantId, siteId: null });

describe('what a call with a Bearer acts for', () => {
  it('is what the token says, whatever headers, cookies and host say', async () => {
    const { home, partly, strange, tokenFor, told } = await aTown();
    const token = await tokenFor(idsOf(home));
    for (const choice of [
      {},
      { header: idsOf(partly) },
      { selected: idsOf(partly) },
      { selectedHost: partly.host },
      { host: strange.host },
    ])
      expect(await told(withBearer(token, choice))).to.deep.equal([home.tenantId, home.siteId, null]);
  });

  it('is nothing where the token says nothing', async () => {
    const { home, tokenFor, told } = await aTown();
    expect(await told(withBearer(await tokenFor(null), { header: idsOf(home) }))).to.deep.equal([null, null, null]);
  });

  it('is nothing any more once the caller is out of the organisation, and that is refused', async () => {
    const { left, suspended, strange, tokenFor, told } = await aTown();
    expect(await told(withBearer(await tokenFor(idsOf(left))))).to.deep.equal([null, null, 'forbidden']);
    expect(await told(withBearer(await tokenFor(idsOf(strange))))).to.deep.equal([null, null, 'forbidden']);
    expect(await told(withBearer(await tokenFor(idsOf(suspended))))).to.deep.equal([null, null, 'tenant_suspended']);
  });
});

describe('what a call with a cookie acts for', () => {
  it('is what the headers name, before the cookies, before the chosen host, before the host, before the token', async () => {
    const { home, partly, tokenFor, told } = await aTown();
    const token = await tokenFor(idsOf(home));
    const [other, own] = [
      [partly.tenantId, partly.siteId, null],
      [home.tenantId, home.siteId, null],
    ];
    expect(
      await told(withCookie(token, { header: idsOf(partly), selected: idsOf(home), selectedHost: home.host, host: home.host })),
    ).to.deep.equal(other);
    expect(await told(withCookie(token, { selected: idsOf(partly), selectedHost: home.host, host: home.host }))).to.deep.equal(other);
    expect(await told(withCookie(token, { selectedHost: partly.host, host: home.host }))).to.deep.equal(other);
    expect(await told(withCookie(token, { host: partly.host }))).to.deep.equal(other);
    expect(await told(withCookie(token))).to.deep.equal(own);
  });

  it('skips what says nothing: no ids, hosts that are nobody’s', async () => {
    const { home, tokenFor, told } = await aTown();
    const none = { tenantId: null, siteId: null };
    const silent = { header: none, selected: none, selectedHost: 'nobody.example', host: 'shared.example' };
    expect(await told(withCookie(await tokenFor(idsOf(home)), silent))).to.deep.equal([home.tenantId, home.siteId, null]);
    expect(await told(withCookie(await tokenFor(null), silent))).to.deep.equal([null, null, null]);
  });

  it('is the whole organisation where only that is named', async () => {
    const { home, tokenFor, told } = await aTown();
    expect(await told(withCookie(await tokenFor(idsOf(home)), { header: tenantOf(home) }))).to.deep.equal([home.tenantId, null, null]);
    const mixed = { header: tenantOf(home), selected: idsOf(home) };
    expect(await told(withCookie(await tokenFor(null), mixed))).to.deep.equal([home.tenantId, null, null]);
  });

  it('takes a site without its organisation for one of whatever organisation comes next', async () => {
    const { home, partly, besideId, tokenFor, told } = await aTown();
    const site = (siteId: string) => ({ tenantId: null, siteId });
    const token = await tokenFor(idsOf(home));
    expect(await told(withCookie(token, { header: site(partly.siteId), selected: tenantOf(partly) }))).to.deep.equal([
      partly.tenantId,
      partly.siteId,
      null,
    ]);
    expect(await told(withCookie(token, { selected: site(partly.siteId), host: partly.host }))).to.deep.equal([
      partly.tenantId,
      partly.siteId,
      null,
    ]);
    expect(await told(withCookie(token, { header: site(home.siteId) }))).to.deep.equal([home.tenantId, home.siteId, null]);
    expect(await told(withCookie(token, { header: site(partly.siteId) }))).to.deep.equal([null, null, 'forbidden']);
    expect(await told(withCookie(token, { selected: site(besideId), host: partly.host }))).to.deep.equal([null, null, 'forbidden']);
    expect(await told(withCookie(await tokenFor(null), { header: site(home.siteId) }))).to.deep.equal([null, null, 'forbidden']);
  });

  it('is refused where ids name what is not the caller’s, without telling whether it exists', async () => {
    const { bench, home, partly, besideId, left, suspended, strange, strangeAndSuspended, tokenFor, told } = await aTown();
    const token = await tokenFor(idsOf(home));
    const refused = [
      idsOf(strange),
      tenantOf(strange),
      idsOf(strangeAndSuspended),
      { tenantId: bench.services.ids.uuid(), siteId: null },
      idsOf(left),
      { tenantId: home.tenantId, siteId: partly.siteId },
      { tenantId: home.tenantId, siteId: strange.siteId },
      { tenantId: partly.tenantId, siteId: besideId },
    ];
    for (const ids of refused)
      for (const choice of [{ header: ids }, { selected: ids }])
        expect(await told(withCookie(token, choice))).to.deep.equal([null, null, 'forbidden']);
    expect(await told(withCookie(token, { header: idsOf(suspended) }))).to.deep.equal([null, null, 'tenant_suspended']);
  });

  it('is nothing at a host of others; only a host that was chosen is refused', async () => {
    const { home, left, strange, suspended, tokenFor, told } = await aTown();
    const token = await tokenFor(idsOf(home));
    for (const { host } of [strange, left]) {
      expect(await told(withCookie(token, { host }))).to.deep.equal([null, null, null]);
      expect(await told(withCookie(token, { selectedHost: host, host: home.host }))).to.deep.equal([null, null, 'forbidden']);
    }
    expect(await told(withCookie(token, { host: suspended.host }))).to.deep.equal([null, null, 'tenant_suspended']);
  });

  it('leaves the caller who they are where it is refused', async () => {
    const { bench, user, strange, tokenFor } = await aTown();
    const { identity } = await bench.services.identify.identify(withCookie(await tokenFor(null), { header: idsOf(strange) }));
    expect([identity?.userId, identity?.roles, identity?.permissions.has('orders:read')]).to.deep.equal([user.id, [], false]);
  });

  it('is any organisation for a super-admin, suspended ones too, but never a site of another', async () => {
    const { home, strange, suspended, tokenFor, told } = await aTown(true);
    const token = await tokenFor(null);
    expect(await told(withCookie(token, { header: idsOf(strange) }))).to.deep.equal([strange.tenantId, strange.siteId, null]);
    expect(await told(withCookie(token, { host: suspended.host }))).to.deep.equal([suspended.tenantId, suspended.siteId, null]);
    expect(await told(withCookie(token, { header: { tenantId: home.tenantId, siteId: strange.siteId } }))).to.deep.equal([
      null,
      null,
      'forbidden',
    ]);
    expect(await told(withCookie(token, { header: { tenantId: 'none', siteId: null } }))).to.deep.equal([null, null, 'forbidden']);
  });

  it('knows a host again when an establishment has changed', async () => {
    const { bench, home, tokenFor, told } = await aTown();
    const token = await tokenFor(null);
    const host = 'new-name.example';
    expect(await told(withCookie(token, { host }))).to.deep.equal([null, null, null]);
    await bench.services.sites.update(home.scope, { hosts: [host] });
    expect(await told(withCookie(token, { host }))).to.deep.equal([home.tenantId, home.siteId, null]);
  });

  it('is always an organisation the caller is an active member of, and an establishment they may enter', async () => {
    const town = await aTown();
    const { bench, home, partly, besideId, left, suspended, strange, strangeAndSuspended, tokenFor } = town;
    const places = [home, partly, left, suspended, strange, strangeAndSuspended];
    const tenantId = fc.constantFrom(null, ...places.map((place) => place.tenantId), 'made-up');
    const siteId = fc.constantFrom(null, ...places.map((place) => place.siteId), besideId, 'made-up');
    const host = fc.constantFrom(null, ...places.map((place) => place.host), 'nobody.example');
    const ids = fc.option(fc.record({ tenantId, siteId }));
    const allowed = new Set([
      `${home.tenantId} ${home.siteId}`,
      `${home.tenantId} null`,
      `${partly.tenantId} ${partly.siteId}`,
      `${partly.tenantId} null`,
    ]);
    const tokens = [null, ...places.map(idsOf)].map((scope) => tokenFor(scope));
    const drawn = fc.record({
      token: fc.nat(tokens.length - 1),
      byCookie: fc.boolean(),
      choice: fc.record({ header: ids, selected: ids, selectedHost: host, host }),
    });
    await fc.assert(
      fc.asyncProperty(drawn, async ({ token, byCookie, choice }) => {
        const text = (await tokens[token]) ?? '';
        const { identity } = await bench.services.identify.identify(byCookie ? withCookie(text, choice) : withBearer(text, choice));
        expect(identity).to.not.equal(null);
        if (identity === null) return;
        const { tenant, site } = identity;
        if (tenant === null) expect([site, identity.roles]).to.deep.equal([null, []]);
        else expect(allowed).to.include(`${tenant.tenantId} ${site?.siteId ?? null}`);
        if (site !== null) expect(site.tenantId).to.equal(tenant?.tenantId);
      }),
      { numRuns: 500 },
    );
  });
});

describe('signing in', () => {
  it('acts for the only organisation, and its only establishment', async () => {
    const bench = aBench();
    const { scope, site } = await establish(bench.persistence);
    const user = await aPerson(bench);
    await join(bench, scope.tenantId, user.id, [everywhere('staff')]);
    expect(await signIn(bench, user)).to.include({ tenantId: scope.tenantId, siteId: site.id });
  });

  it('acts for the establishment of somebody who has only that one', async () => {
    const bench = aBench();
    const place = await establish(bench.persistence);
    const beside = await establishBeside(bench.persistence, place);
    const [user, both] = [await aPerson(bench), await aPerson(bench)];
    await join(bench, place.scope.tenantId, user.id, [
      { role: 'staff', siteId: beside.site.id },
      { role: 'viewer', siteId: beside.site.id },
    ]);
    await join(
      bench,
      place.scope.tenantId,
      both.id,
      [place, beside].map(({ site }) => ({ role: 'staff', siteId: site.id })),
    );
    expect(await signIn(bench, user)).to.include({ siteId: beside.site.id });
    expect(await signIn(bench, both)).to.include({ tenantId: place.scope.tenantId, siteId: null });
  });

  it('acts for none where there is a choice, or no organisation that can be acted for', async () => {
    const { bench, user } = await aTown();
    expect(await signIn(bench, user)).to.include({ tenantId: null, siteId: null });
    const { scope } = await establish(bench.persistence);
    const alone = await aPerson(bench);
    await join(bench, scope.tenantId, alone.id, [everywhere('owner')], false);
    expect(await signIn(bench, alone)).to.include({ tenantId: null, siteId: null });
  });
});
