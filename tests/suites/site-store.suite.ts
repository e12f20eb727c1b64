import type { SitePatch } from '@comptoir/core/sites/site-contract.js';
import { expect } from 'chai';
import { aCategory, aProduct, aScope, aSite, aVariant, establish, establishBeside, freshName, NOON, placed } from './builders.js';
import { IMPOSSIBLE_IDS } from './identity-builders.js';
import { atOnce, describePort, type Open, refusalOf } from './suite.js';

/** Texts that a guest can send and no establishment is called. */
const IMPOSSIBLE_NAMES = ['\ud800', '%', '_', '', "' or true --", 'a\u0000b'];

const A_VARIANT = aVariant({ id: 'grande', name: 'Grande', priceCents: 1250 });

export function exerciseSiteStore(name: string, open: Open): void {
  describePort('SiteStore and SiteViews', name, open, (persistence) => {
    const { transact } = persistence;

    it('stores every field of an establishment', async () => {
      const host = `${freshName('lucie')}.example.org`;
      const { site } = await establish(persistence, {
        trade: 'bar',
        name: 'Chez Lucie – L’été 🌻',
        description: 'Crêpes\net cidre « brut » \\ 100 % \'local\' "vrai"',
        address: { line1: '12 rue des Lilas', line2: 'Bâtiment C', postcode: 'B-1000', city: 'Ἀθῆναι', country: 'GR' },
        phone: '+33 2 98 00 00 00',
        website: 'https://lucie.example.org/carte?lang=fr',
        hosts: [host, `www.${host}`],
        timezone: 'America/Argentina/Buenos_Aires',
        currency: 'ARS',
        languages: ['es', 'fr', 'en'],
        hours: [
          { day: 5, from: '18:00', to: '02:00' },
          { day: 7, from: '00:00', to: '24:00' },
        ],
        exceptions: [
          { date: '2026-12-25', closed: true, label: 'Noël', periods: [] },
          { date: '2026-12-31', closed: false, label: null, periods: [{ from: '18:00', to: '06:00' }] },
        ],
        ordering: { leadMinutes: 5, slotMinutes: 10, slotCap: null, horizonHours: 48, minimumCents: 1050, acceptWhenClosed: true },
      });

      expect(await persistence.views.sites.bySlug(site.slug)).to.deep.equal(site);
    });

    it('knows nothing under a name nobody has, whatever a guest may send', async () => {
      for (const slug of [freshName('nobody'), ...IMPOSSIBLE_NAMES]) {
        expect(await persistence.views.sites.bySlug(slug), JSON.stringify(slug)).to.equal(null);
        expect(await persistence.views.sites.versionBySlug(slug), JSON.stringify(slug)).to.equal(null);
      }
    });

    it('tells the current version, and for whom to act, by the public name', async () => {
      const { site } = await establish(persistence, { version: 1 });

      expect(await persistence.views.sites.versionBySlug(site.slug)).to.deep.equal({
        tenantId: site.tenantId,
        siteId: site.id,
        version: 1,
      });
    });

    it('refuses a slug that any establishment of any tenant has, and keeps the first', async () => {
      const first = await establish(persistence);

      const refusal = await refusalOf(establish(persistence, { slug: first.site.slug, name: 'Une autre Lucie' }));

      expect(refusal.code).to.equal('duplicate');
      expect(await persistence.views.sites.bySlug(first.site.slug)).to.deep.equal(first.site);
    });

    it('refuses an establishment whose id exists', async () => {
      const { scope, site } = await establish(persistence);
      const again = aSite({ tenantId: site.tenantId, id: site.id });

      expect((await refusalOf(transact(scope, ({ sites }) => sites.create(scope, again)))).code).to.equal('duplicate');
      expect(await persistence.views.sites.bySlug(again.slug)).to.equal(null);
    });

    it('refuses a host that any establishment of any tenant has, and stores nothing of the newcomer', async () => {
      const host = `${freshName('lucie')}.example.org`;
      await establish(persistence, { hosts: [host] });
      const slug = freshName('newcomer');

      const refusal = await refusalOf(establish(persistence, { slug, hosts: [`www.${host}`, host] }));

      expect(refusal.code).to.equal('duplicate');
      expect(await persistence.views.sites.bySlug(slug)).to.equal(null);
    });

    it('refuses to take over the host of another establishment by a patch, and changes nothing', async () => {
      const host = `${freshName('lucie')}.example.org`;
      await establish(persistence, { hosts: [host] });
      const { scope, site } = await establish(persistence);

      const refusal = await refusalOf(transact(scope, ({ sites }) => sites.update(scope, { name: 'Voleuse', hosts: [host] })));

      expect(refusal.code).to.equal('duplicate');
      expect(await persistence.views.sites.bySlug(site.slug)).to.deep.equal(site);
    });

    it('lets an establishment keep its own host through a patch, and frees the host it gives up', async () => {
      const kept = `${freshName('kept')}.example.org`;
      const given = `${freshName('given')}.example.org`;
      const { scope } = await establish(persistence, { hosts: [kept, given] });

      const after = await transact(scope, ({ sites }) => sites.update(scope, { hosts: [kept] }));
      const heir = await establish(persistence, { hosts: [given] });

      expect(after.hosts).to.deep.equal([kept]);
      expect(heir.site.hosts).to.deep.equal([given]);
    });

    it('gives a host that two establishments want at once to one of them', async () => {
      const host = `${freshName('wanted')}.example.org`;

      const outcomes = await atOnce(4, () =>
        establish(persistence, { hosts: [host] }).then(
          () => 'taken',
          (error: { code?: string }) => error.code,
        ),
      );

      expect(outcomes.sort()).to.deep.equal(['duplicate', 'duplicate', 'duplicate', 'taken']);
    });

    it('changes what a patch names, leaves what is undefined and clears what is null', async () => {
      const { scope, site } = await establish(persistence, { description: 'Crêpes', phone: '02 98', website: 'https://a.example' });

      const after = await transact(scope, ({ sites }) =>
        sites.update(scope, { name: 'Chez Zoé', description: undefined, phone: null, languages: ['br', 'fr'] }),
      );

      expect(after).to.deep.equal({ ...site, name: 'Chez Zoé', phone: null, languages: ['br', 'fr'], version: 2 });
      expect(await persistence.views.sites.bySlug(site.slug)).to.deep.equal(after);
    });

    it('can change every field a patch may name', async () => {
      const { scope, site } = await establish(persistence);
      const patch = {
        name: 'Chez Zoé',
        description: 'Nouveau',
        address: { line1: '1', line2: null, postcode: '2', city: '3', country: 'BE' },
        phone: '02',
        website: 'https://zoe.example',
        hosts: [`${freshName('zoe')}.example.org`],
        timezone: 'Asia/Kathmandu',
        currency: 'NPR',
        languages: ['en'],
        hours: [{ day: 1, from: '09:00', to: '10:00' }],
        exceptions: [{ date: '2026-07-14', closed: true, label: null, periods: [] }],
        features: { ...site.features, onlineOrders: false, passes: true },
        ordering: { ...site.ordering, slotCap: 9 },
      } satisfies Required<SitePatch>;

      await transact(scope, ({ sites }) => sites.update(scope, patch));

      expect(await persistence.views.sites.bySlug(site.slug)).to.deep.equal({ ...site, ...patch, version: 2 });
    });

    it('raises the version with every touch, and with nothing else', async () => {
      const { scope, site } = await establish(persistence);

      await transact(scope, ({ sites }) => sites.touch(scope));

      expect(await persistence.views.sites.bySlug(site.slug)).to.deep.equal({ ...site, version: 2 });
    });

    it('counts every one of many touches at once', async () => {
      const { scope, site } = await establish(persistence);

      await atOnce(6, () => transact(scope, ({ sites }) => sites.touch(scope)));

      expect((await persistence.views.sites.versionBySlug(site.slug))?.version).to.equal(7);
    });

    it('refuses to change or touch an establishment that does not exist', async () => {
      const scope = aScope();

      expect((await refusalOf(transact(scope, ({ sites }) => sites.update(scope, { name: 'Personne' })))).code).to.equal('unknown_shop');
      expect((await refusalOf(transact(scope, ({ sites }) => sites.touch(scope)))).code).to.equal('unknown_shop');
    });

    it('gives the establishment a scope names, and no other', async () => {
      const { scope, site } = await establish(persistence);
      const stranger = await establish(persistence);

      expect(await persistence.views.sites.get(scope)).to.deep.equal(site);
      expect(await persistence.views.sites.get({ ...stranger.scope, siteId: site.id })).to.equal(null);
      expect(await persistence.views.sites.get(aScope())).to.equal(null);
    });

    it('lists the establishments of the tenant by name, and no others', async () => {
      const first = await establish(persistence, { name: 'Manoir' });
      const second = await establishBeside(persistence, first);
      await establish(persistence, { name: 'Nid' });
      const renamed = await transact(second.scope, ({ sites }) => sites.update(second.scope, { name: 'Atelier' }));

      expect(await persistence.views.sites.list(first.scope)).to.deep.equal([renamed, first.site]);
      expect(await persistence.views.sites.list(aScope())).to.deep.equal([]);
    });

    it('lists establishments of one name by their ids, and names as they are written', async () => {
      const first = await establish(persistence, { name: 'Lucie' });
      const sites = [first.site];
      for (const label of ['Lucie', 'alba', 'Éden', 'Zinc']) {
        const { scope } = await establishBeside(persistence, first);
        sites.push(await transact(scope, (stores) => stores.sites.update(scope, { name: label })));
      }
      const sorted = [...sites].sort((left, right) => (`${left.name} ${left.id}` < `${right.name} ${right.id}` ? -1 : 1));

      expect(await persistence.views.sites.list(first.scope)).to.deep.equal(sorted);
    });

    it('knows whose a host is, and only those that are somebody’s', async () => {
      const host = `${freshName('lucie')}.example.org`;
      const { scope } = await establish(persistence, { hosts: [`www.${host}`, host] });

      expect(await persistence.views.sites.byHost(host)).to.deep.equal({ tenantId: scope.tenantId, id: scope.siteId });
      for (const text of [`api.${host}`, host.toUpperCase(), ...IMPOSSIBLE_NAMES]) {
        expect(await persistence.views.sites.byHost(text), JSON.stringify(text)).to.equal(null);
      }
    });

    it('has no establishment under what no id is', async () => {
      const { scope } = await establish(persistence);
      for (const id of IMPOSSIBLE_IDS) {
        for (const nowhere of [
          { ...scope, siteId: id },
          { ...scope, tenantId: id },
        ]) {
          expect(await persistence.views.sites.get(nowhere), JSON.stringify(id)).to.equal(null);
          expect((await refusalOf(transact(nowhere, ({ sites }) => sites.touch(nowhere)))).code).to.equal('unknown_shop');
          expect((await refusalOf(transact(nowhere, ({ sites }) => sites.update(nowhere, {})))).code).to.equal('unknown_shop');
          expect((await refusalOf(transact(nowhere, ({ sites }) => sites.delete(nowhere)))).code).to.equal('unknown_shop');
        }
        expect(await persistence.views.sites.list({ ...scope, tenantId: id }), JSON.stringify(id)).to.deep.equal([]);
      }
    });

    it('deletes an establishment with its catalogue and settings, and frees its names', async () => {
      const host = `${freshName('lucie')}.example.org`;
      const { scope, site } = await establish(persistence, { hosts: [host] });
      const beside = await establishBeside(persistence, { scope, site });
      const category = aCategory();
      for (const owner of [scope, beside.scope]) {
        await transact(owner, async (stores) => {
          await stores.categories.create(owner, category);
          await stores.products.create(owner, [aProduct({ id: 'galette', categoryId: category.id, variants: [A_VARIANT] })]);
          await stores.settings.set(owner, 'footer', 'Merci');
          await stores.pickupSlots.claim(owner, NOON, null);
        });
      }
      const menuBeside = await persistence.views.catalogue.menu(beside.scope);

      await transact(scope, ({ sites }) => sites.delete(scope));

      expect(await persistence.views.sites.get(scope)).to.equal(null);
      expect(await persistence.views.catalogue.menu(scope)).to.deep.equal({ categories: [], items: [], components: [] });
      expect([...(await transact(scope, ({ settings }) => settings.list(scope)))]).to.deep.equal([]);
      expect(await persistence.views.catalogue.menu(beside.scope)).to.deep.equal(menuBeside);
      expect(await transact(beside.scope, ({ settings }) => settings.get(beside.scope, 'footer'))).to.equal('Merci');
      const heir = await establish(persistence, { slug: site.slug, hosts: [host] });
      expect(await persistence.views.sites.byHost(host)).to.deep.equal({ tenantId: heir.scope.tenantId, id: heir.site.id });
      expect((await refusalOf(transact(scope, ({ sites }) => sites.delete(scope)))).code).to.equal('unknown_shop');
    });

    it('refuses to delete an establishment that orders refer to, and leaves all of it', async () => {
      const { scope, site } = await establish(persistence);
      await transact(scope, ({ categories }) => categories.create(scope, aCategory()));
      await placed(persistence, scope);
      const menu = await persistence.views.catalogue.menu(scope);

      expect((await refusalOf(transact(scope, ({ sites }) => sites.delete(scope)))).code).to.equal('in_use');

      expect(await persistence.views.sites.get(scope)).to.deep.equal(site);
      expect(await persistence.views.catalogue.menu(scope)).to.deep.equal(menu);
    });
  });
}
