import { makeMenus } from '@comptoir/core/carte/menus.js';
import type { CatalogueViews } from '@comptoir/core/catalogue/catalogue-store.js';
import { hasPublicMenu, type Site } from '@comptoir/core/sites/site.js';
import type { SiteViews } from '@comptoir/core/sites/site-store.js';
import { expect } from 'chai';
import { anItem, aSite } from '../../suites/builders.js';

/** One establishment whose price is its version, in cents; counts how often it is read in full. */
function establishment() {
  let site: Site = aSite();
  let reads = 0;
  const sites: SiteViews = {
    bySlug: async (slug) => {
      reads += 1;
      return slug === site.slug ? site : null;
    },
    versionBySlug: async (slug) => (slug === site.slug ? { tenantId: site.tenantId, siteId: site.id, version: site.version } : null),
    byHost: async () => null,
    get: async () => site,
    list: async () => [site],
  };
  const catalogue: Pick<CatalogueViews, 'menu'> = {
    menu: async () => ({ categories: [], items: [anItem({ priceCents: site.version })], components: [] }),
  };
  return {
    menus: makeMenus(sites, catalogue),
    slug: site.slug,
    sites,
    catalogue,
    reads: () => reads,
    change: (changes: Partial<Site> = {}) => {
      site = { ...site, version: site.version + 1, ...changes };
    },
  };
}

describe('menus', () => {
  it('are read once for each version', async () => {
    const { menus, slug, reads, change } = establishment();
    for (let count = 0; count < 5; count += 1) await menus.bySlug(slug, hasPublicMenu);
    expect(reads()).to.equal(1);

    change();
    for (let count = 0; count < 5; count += 1) await menus.bySlug(slug, hasPublicMenu);
    expect(reads()).to.equal(2);
  });

  it('are never out of date', async () => {
    const { menus, slug, change } = establishment();
    for (let version = 1; version <= 5; version += 1) {
      expect((await menus.bySlug(slug, hasPublicMenu))?.menu.items[0]?.priceCents).to.equal(version);
      change();
    }
  });

  it('are never out of date when two are read at once and the older arrives last', async () => {
    const { sites, catalogue, slug, change } = establishment();
    const release: (() => void)[] = [];
    const slow: Pick<CatalogueViews, 'menu'> = {
      menu: async (scope) => {
        const menu = await catalogue.menu(scope);
        if (release.length === 0) await new Promise<void>((resolve) => release.push(resolve));
        return menu;
      },
    };
    const menus = makeMenus(sites, slow);
    const early = menus.bySlug(slug, hasPublicMenu);
    while (release.length === 0) await Promise.resolve();
    change();
    expect((await menus.bySlug(slug, hasPublicMenu))?.menu.items[0]?.priceCents).to.equal(2);

    release[0]?.();
    await early;

    expect((await menus.bySlug(slug, hasPublicMenu))?.menu.items[0]?.priceCents).to.equal(2);
  });

  it('do not outlive the establishment: another under the same slug has its own', async () => {
    const { menus, slug, change } = establishment();
    await menus.bySlug(slug, hasPublicMenu);
    change({ id: aSite().id, version: 1, name: 'Une autre' });

    expect((await menus.bySlug(slug, hasPublicMenu))?.site.name).to.equal('Une autre');
  });

  it('of trades without a public menu are none, from one version to the next', async () => {
    const { menus, slug, change } = establishment();
    expect(await menus.bySlug(slug, hasPublicMenu)).to.not.equal(null);
    change({ trade: 'museum' });
    expect(await menus.bySlug(slug, hasPublicMenu)).to.equal(null);
    expect(await menus.bySlug('nobody', hasPublicMenu)).to.equal(null);
  });

  it('are none under a name the store could not even compare, which is not asked', async () => {
    const { sites, catalogue } = establishment();
    const strict = {
      ...sites,
      versionBySlug: async () => {
        throw new Error('invalid byte sequence for encoding "UTF8": 0x00');
      },
    };

    expect(await makeMenus(strict, catalogue).bySlug('chez\u0000lucie', hasPublicMenu)).to.equal(null);
  });

  it('are kept for 500 establishments, and read again for those nobody asked for longest', async () => {
    let reads = 0;
    const site = (slug: string) => aSite({ slug });
    const byName = new Map(Array.from({ length: 501 }, (_, index) => [`s${index}`, site(`s${index}`)]));
    const sites: SiteViews = {
      bySlug: async (slug) => {
        reads += 1;
        return byName.get(slug) ?? null;
      },
      versionBySlug: async (slug) => {
        const found = byName.get(slug);
        return found === undefined ? null : { tenantId: found.tenantId, siteId: found.id, version: found.version };
      },
      byHost: async () => null,
      get: async () => null,
      list: async () => [],
    };
    const menus = makeMenus(sites, { menu: async () => ({ categories: [], items: [], components: [] }) });
    for (let index = 0; index < 500; index += 1) await menus.bySlug(`s${index}`, hasPublicMenu);
    await menus.bySlug('s0', hasPublicMenu);
    expect(reads).to.equal(500);

    await menus.bySlug('s500', hasPublicMenu);
    await menus.bySlug('s0', hasPublicMenu);
    expect(reads).to.equal(501);
    await menus.bySlug('s1', hasPublicMenu);
    expect(reads).to.equal(502);
  });
});
