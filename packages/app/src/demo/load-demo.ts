import { hasCode } from '@comptoir/core/kit/errors.js';
import type { Passwords } from '@comptoir/core/kit/passwords.js';
import type { Scope, TenantScope } from '@comptoir/core/kit/scope.js';
import type { Services } from '@comptoir/core/services.js';
import type { NewSite } from '@comptoir/core/sites/site-contract.js';
import { wallTimeAt } from '@comptoir/core/sites/wall-time.js';
import type { Stores } from '@comptoir/core/stores.js';
import { atelierNord } from './atelier-nord.js';
import { chezLucie } from './chez-lucie.js';
import { createDemoAccount, DEMO_ACCOUNT } from './demo-account.js';
import { keepGuests } from './demo-guests.js';
import { publishHelp } from './demo-help.js';
import { writeNews } from './demo-news.js';
import { setSellingRules } from './demo-rules.js';
import type { DemoSite } from './demo-site.js';
import { keepOffering } from './demo-tickets.js';
import { sellAtTills } from './demo-till.js';
import { setVendors } from './demo-vendors.js';
import { makeDice } from './history/dice.js';
import { writeHistory } from './history/history.js';
import { byPopularity } from './history/past-lines.js';
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

export interface DemoOptions {
  /** False: establishments without a past. */
  readonly history: boolean;
}

/**
 * Loads the establishments of *Maison Demo* that are not there yet, with their past, and the account that owns them (without `passwords`,
 * none). An establishment whose slug exists is left as it is, whoever owns it. Each is created all or nothing, so the load may be cut,
 * repeated, and run by several processes at once.
 */
export async function loadDemo(
  services: Services,
  passwords: Passwords | null,
  options: DemoOptions = { history: true },
): Promise<LoadedDemo> {
  const missing = await missingSites(services);
  if (missing.length > 0 || passwords !== null) await ensureTenant(services);
  // First of all, because the past is full of what it did.
  const account = passwords === null ? 'withheld' : (await createDemoAccount(services, passwords, SCOPE)) ? 'created' : 'present';
  const staffId = account === 'withheld' || missing.length === 0 ? null : await demoMember(services);
  const created: string[] = [];
  for (const demo of missing) {
    if (await createSite(services, options.history ? demo : withoutPast(demo), staffId)) created.push(demo.site.slug);
  }
  await sellTickets(services);
  return { created, account };
}

/** Tickets are sold for the days to come, whenever the demonstration is started; guests are made once. */
async function sellTickets(services: Services): Promise<void> {
  for (const { site, offers = [], guests } of DEMO_SITES.filter((demo) => demo.offers !== undefined)) {
    const kept = await services.views.sites.bySlug(site.slug);
    if (kept === null || kept.tenantId !== DEMO_TENANT_ID) continue;
    const place = { scope: { ...SCOPE, siteId: kept.id }, timezone: kept.timezone };
    await keepOffering(services, place, offers);
    if (guests !== undefined) await keepGuests(services, place, guests);
  }
}

async function missingSites({ views }: Services): Promise<readonly DemoSite[]> {
  const missing: DemoSite[] = [];
  for (const demo of DEMO_SITES) if ((await views.sites.bySlug(demo.site.slug)) === null) missing.push(demo);
  return missing;
}

/** The user of the demonstration account; null when somebody else has its address. */
async function demoMember({ unitOfWork, views }: Services): Promise<string | null> {
  const user = await unitOfWork(SCOPE, (_services, { users }) => users.byEmail(DEMO_ACCOUNT.email));
  return user !== null && (await views.members.get(SCOPE, user.id)) !== null ? user.id : null;
}

function withoutPast({ history: _history, registers: _registers, ...demo }: DemoSite): DemoSite {
  return demo;
}

async function ensureTenant({ sites }: Services): Promise<void> {
  try {
    await sites.createTenant('Maison Demo', SCOPE.actor, DEMO_TENANT_ID);
  } catch (error) {
    if (!hasCode(error, 'duplicate')) throw error;
  }
}

/** False when another loader was faster. */
async function createSite(services: Services, demo: DemoSite, staffId: string | null): Promise<boolean> {
  try {
    await services.unitOfWork(SCOPE, (inside, stores) => fillSite(inside, stores, demo, staffId));
    return true;
  } catch (error) {
    const loadedElsewhere = hasCode(error, 'duplicate') && (await services.views.sites.bySlug(demo.site.slug)) !== null;
    if (loadedElsewhere) return false;
    throw error;
  }
}

async function fillSite(services: Services, stores: Stores, demo: DemoSite, staffId: string | null): Promise<void> {
  const { clock, sites, products, settings } = services;
  const { id: siteId, timezone } = await sites.create(SCOPE, datedSite(demo, clock.now()), demo.catalogue);
  const site: Scope = { ...SCOPE, siteId };
  for (const [itemId, balance] of demo.balances ?? NOTHING_COUNTED) {
    await products.setManageStock(site, itemId, true, demo.history === undefined ? balance : null);
  }
  for (const [key, value] of Object.entries(demo.settings ?? {})) await settings.set({ tenant: SCOPE, site }, key, value);
  await publishHelp(services, site, demo.help ?? []);
  if (demo.vendors !== undefined) await setVendors(services, stores, site, demo.vendors);
  if (demo.delivers === true) await setSellingRules(services, site);
  await writePast(services, stores, demo, { site, staffId, timezone });
}

interface Past {
  readonly site: Scope;
  readonly staffId: string | null;
  readonly timezone: string;
}

async function writePast(services: Services, stores: Stores, demo: DemoSite, { site, staffId, timezone }: Past): Promise<void> {
  if (demo.history === undefined && demo.registers === undefined) return;
  const { clock, ids, views } = services;
  const scope: Scope = staffId === null ? site : { ...site, actor: { kind: 'user', userId: staffId } };
  const { items } = await views.catalogue.menu(site);
  const place = { dice: makeDice(demo.site.slug), ids, scope, staffId, timezone, items, wares: byPopularity(items), now: clock.now() };
  const history = demo.history?.(place, demo.balances ?? NOTHING_COUNTED);
  if (history !== undefined) await writeHistory(stores, place, history);
  if (history !== undefined && demo.markets === true) await writeNews(services, stores, place, history.clients);
  await sellAtTills(services, stores, { ...place, scope: site }, demo.registers ?? []);
}

const NOTHING_COUNTED: ReadonlyMap<string, number> = new Map();

/** The establishment with the coming New Year's Eve in its calendar. */
function datedSite({ site, newYearsEve }: DemoSite, now: Date): NewSite {
  if (newYearsEve === null) return site;
  const year = wallTimeAt(now, site.timezone).date.slice(0, 4);
  const day = { date: `${year}-12-31`, closed: false, label: newYearsEve, periods: [{ from: '00:00', to: '24:00' }] };
  return { ...site, exceptions: [day] };
}
