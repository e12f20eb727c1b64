import type { CatalogueViews } from '../catalogue/catalogue-store.js';
import type { Menu } from '../catalogue/item.js';
import type { Scope } from '../kit/scope.js';
import { isPlainText } from '../kit/validate.js';
import type { Site, Trade } from '../sites/site.js';
import type { SiteViews } from '../sites/site-store.js';

/** An establishment with what it sells, both of one version. */
export interface SiteMenu {
  readonly site: Site;
  readonly menu: Menu;
}

export interface Menus {
  /** What the establishment sells now, or null when it is unknown or its trade is not `offered`. */
  bySlug(slug: string, offered: (trade: Trade) => boolean): Promise<SiteMenu | null>;
}

/** Establishments whose menu is kept in memory. Beyond it the one unused for longest is dropped. */
const KEPT_MAX = 500;

/**
 * Menus of exactly the current version: every call asks the store which version that is (one row), and reads the menu itself
 * only when it has changed. So prices are never out of date, whichever process changed them.
 */
export function makeMenus(sites: SiteViews, catalogue: Pick<CatalogueViews, 'menu'>): Menus {
  const kept = new Map<string, SiteMenu>();

  async function read(slug: string): Promise<SiteMenu | null> {
    const site = await sites.bySlug(slug);
    if (site === null) return null;
    return { site, menu: await catalogue.menu(publicScope(site)) };
  }

  function keep(slug: string, siteMenu: SiteMenu): void {
    kept.delete(slug);
    kept.set(slug, siteMenu);
    for (const oldest of kept.keys()) {
      if (kept.size <= KEPT_MAX) break;
      kept.delete(oldest);
    }
  }

  return {
    async bySlug(slug, offered) {
      const current = isPlainText(slug) ? await sites.versionBySlug(slug) : null;
      if (current === null) return null;
      const known = kept.get(slug);
      const fresh = known?.site.version === current.version && known.site.id === current.siteId ? known : await read(slug);
      if (fresh === null) return null;
      keep(slug, fresh);
      return offered(fresh.site.trade) ? fresh : null;
    },
  };
}

/** The scope in which the public acts for an establishment. */
export function publicScope(site: Pick<Site, 'tenantId' | 'id'>): Scope {
  return { tenantId: site.tenantId, siteId: site.id, actor: { kind: 'public' } };
}
