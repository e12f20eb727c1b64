import { DomainError } from '@comptoir/core/kit/errors.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { slugSchema } from '@comptoir/core/kit/validate.js';
import type { Services } from '@comptoir/core/services.js';
import { connectionOf } from '@comptoir/core/shop-sync/connection.js';
import { storeConnection, testConnection } from '@comptoir/core/shop-sync/connection-test.js';
import { refusalOfFault } from '@comptoir/core/shop-sync/run-errors.js';
import { type ShopConnection, ShopFault, type ShopProbe } from '@comptoir/core/shop-sync/shop-gateway.js';
import { connectionInput, probeRecord } from '@comptoir/core/shop-sync/shop-sync-contract.js';
import { z } from 'zod';
import { defineCommand } from './command.js';
import { auditEntry, scopeOf, siteBySlug } from './lookups.js';
import { connectedSites } from './sync-commands.js';
import { table } from './table.js';

/** Connections to online shops. The key goes in and never comes out. */

const tested = z.object({ site: z.string(), url: z.string(), stored: z.boolean(), shop: probeRecord.nullable() });

export const connectShop = defineCommand({
  name: 'shops.connect',
  args: connectionInput.extend({ site: slugSchema, force: z.boolean().default(false) }),
  result: tested,
  async run({ services }, { site: slug, force, ...connection }) {
    const scope = scopeOf(await siteBySlug(services, slug));
    const shop = force ? null : await readable(services, scope, connection);
    await services.unitOfWork(scope, async (inside, { settings, audit }) => {
      await storeConnection(settings, scope, connection, shop, services.clock.now());
      await audit.append(auditEntry(inside, 'shops.connect', { ...scope, subjectId: scope.siteId, input: { url: connection.url } }));
    });
    return { site: slug, url: connection.url, stored: true, shop };
  },
  print: ({ site, url, shop }) =>
    shop === null ? `${site} is connected to ${url}, untested.` : `${site} is connected to ${url}: ${about(shop)}`,
});

export const testShop = defineCommand({
  name: 'shops.test',
  args: z.object({ site: slugSchema }),
  result: tested,
  async run({ services }, { site: slug }) {
    const scope = scopeOf(await siteBySlug(services, slug));
    const shop = await readable(services, scope);
    return { site: slug, url: (await connectionOf(services.views, scope))?.url ?? '', stored: true, shop };
  },
  print: ({ site, url, shop }) => `${site} reads ${url}${shop === null ? '' : `: ${about(shop)}`}`,
});

export const listShops = defineCommand({
  name: 'shops.list',
  args: z.object({}),
  result: z.array(z.object({ site: z.string(), url: z.string(), quarantined: z.int(), lastOrders: z.coerce.date().nullable() })),
  async run({ services }) {
    const { views } = services;
    const rows: { site: string; url: string; quarantined: number; lastOrders: Date | null }[] = [];
    for (const site of await connectedSites(services)) {
      const scope = scopeOf(site);
      const { total } = await views.quarantine.list(scope, { page: 1, pageSize: 1, dismissed: false });
      const last = await views.syncRuns.lastGood(scope, 'orders');
      const url = (await connectionOf(views, scope))?.url ?? 'no key is set';
      rows.push({ site: site.slug, url, quarantined: total, lastOrders: last?.finishedAt ?? null });
    }
    return rows;
  },
  print(rows) {
    if (rows.length === 0) return 'No establishment is connected to an online shop.';
    const lines = rows.map(({ site, url, quarantined, lastOrders }) => [
      site,
      url,
      String(quarantined),
      lastOrders?.toISOString() ?? 'never',
    ]);
    return table(['SITE', 'SHOP', 'QUARANTINE', 'ORDERS'], lines);
  },
});

async function readable(services: Services, scope: Scope, connection?: ShopConnection): Promise<z.input<typeof probeRecord>> {
  const { unreadable, remarks, ...probe } = await probed(services, scope, connection);
  if (unreadable.length === 0) return { ...probe, unreadable: [], remarks: [...remarks] };
  throw new DomainError('shop_unreadable', { message: `The key of the online shop may not read: ${unreadable.join(', ')}.` });
}

function probed(services: Services, scope: Scope, connection?: ShopConnection): Promise<ShopProbe> {
  if (connection === undefined) return testConnection(services, scope);
  return services.shopSync.probe(scope, connection).catch((error: unknown) => {
    throw error instanceof ShopFault ? refusalOfFault(error) : error;
  });
}

function about({ name, version, timezone, currency, remarks }: z.output<typeof probeRecord>): string {
  const facts = [name ?? 'a shop without a name', version === null ? 'version unknown' : `version ${version}`, timezone, currency];
  return [facts.join(', '), ...remarks].join('\n');
}
