import { hasCode } from '@comptoir/core/kit/errors.js';
import type { Passwords } from '@comptoir/core/kit/passwords.js';
import type { Scope, TenantScope } from '@comptoir/core/kit/scope.js';
import type { Services } from '@comptoir/core/services.js';
import type { NewSite } from '@comptoir/core/sites/site-contract.js';
import { wallTimeAt } from '@comptoir/core/sites/wall-time.js';
import { atelierNord } from './atelier-nord.js';
import { chezLucie } from './chez-lucie.js';
import { createDemoAccount } from './demo-account.js';
import { publishHelp } from './demo-help.js';
import { setSellingRules } from './demo-rules.js';
import type { DemoSite } from './demo-site.js';
import { leZinc } from './le-zinc.js';
import { museeDesOndes } from './musee-des-ondes.js';
import { voletsClos } from './volets-clos.js';

/** The same in every installation, so that a load that was cut short goes on where it stopped. */
export const DEMO_TENANT_ID = '01900000-0000-7000-8000-0000000d3300';

export const DEMO_SITES: readonly DemoSite[] = [chezLucie, leZinc, atelierNord, museeDesOndes, voletsClos];

const SCOPE: TenantScope = { tenantId: DEMO_TENANT_ID, actor: { kind: 'system', name: 'demo' } };

export interface LoadedDemo {
  /** Slugs of the establishments that were not there yet. */
  created: string[];
  /** `withheld`: not made, because its password is public. */
  account: 'created' | 'present' | 'withheld';
}

/**
 * Loads the establishments of *Maison Demo* that are not there yet, and the account that owns them (without `passwords`, none).
 * An establishment whose slug exists is left as it is, whoever owns it. Each is created all or nothing, so the load may be cut,
 * repeated, and run by several processes at once.
 */
export async function loadDemo(services: Services, passwords: Passwords | null): Promise<LoadedDemo> {
  const missing: DemoSite[] = [];
  for (const demo of DEMO_SITES) {
    if ((await services.views.sites.bySlug(demo.site.slug)) === null) missing.push(demo);
  }
  if (missing.length > 0 || passwords !== null) await ensureTenant(services);
  const created: string[] = [];
  for (const demo of missing) {
    if (await createSite(services, demo)) created.push(demo.site.slug);
  }
  if (passwords === null) return { created, account: 'withheld' };
  return { created, account: (await createDemoAccount(services, passwords, SCOPE)) ? 'created' : 'present' };
}

async function ensureTenant({ sites }: Services): Promise<void> {
  try {
    await sites.createTenant('Maison Demo', SCOPE.actor, DEMO_TENANT_ID);
  } catch (error) {
    if (!hasCode(error, 'duplicate')) throw error;
  }
}

/** False when another loader was faster. */
async function createSite({ unitOfWork, views, clock }: Services, demo: DemoSite): Promise<boolean> {
  try {
    await unitOfWork(SCOPE, async (services) => {
      const { sites, products, settings } = services;
      const { id: siteId } = await sites.create(SCOPE, datedSite(demo, clock.now()), demo.catalogue);
      const site: Scope = { ...SCOPE, siteId };
      for (const [itemId, balance] of demo.balances ?? []) await products.setManageStock(site, itemId, true, balance);
      for (const [key, value] of Object.entries(demo.settings ?? {})) await settings.set({ tenant: SCOPE, site }, key, value);
      await publishHelp(services, site, demo.help ?? []);
      if (demo.delivers === true) await setSellingRules(services, site);
    });
    return true;
  } catch (error) {
    const loadedElsewhere = hasCode(error, 'duplicate') && (await views.sites.bySlug(demo.site.slug)) !== null;
    if (loadedElsewhere) return false;
    throw error;
  }
}

/** The establishment with the coming New Year's Eve in its calendar. */
function datedSite({ site, newYearsEve }: DemoSite, now: Date): NewSite {
  if (newYearsEve === null) return site;
  const year = wallTimeAt(now, site.timezone).date.slice(0, 4);
  const day = { date: `${year}-12-31`, closed: false, label: newYearsEve, periods: [{ from: '00:00', to: '24:00' }] };
  return { ...site, exceptions: [day] };
}
