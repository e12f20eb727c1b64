import { slugSchema } from '@comptoir/core/kit/validate.js';
import { reportRecord } from '@comptoir/core/stock/stock-contract.js';
import { z } from 'zod';
import { defineCommand } from './command.js';
import { scopeOf, siteBySlug } from './lookups.js';
import { table } from './table.js';

/** Adds the whole ledger of an establishment up anew. It only looks: whoever finds a difference must first know where it is from. */
export const verifyStock = defineCommand({
  name: 'stock.verify',
  args: z.object({ site: slugSchema }),
  result: z.object({ site: z.object({ slug: z.string(), name: z.string() }), ok: z.boolean(), report: reportRecord }),
  async run({ services }, { site: slug }) {
    const site = await siteBySlug(services, slug);
    const report = await services.stock.verify(scopeOf(site));
    const differences = [...report.differences];
    return { site: { slug, name: site.name }, ok: differences.length === 0, report: { ...report, differences } };
  },
  complaint: ({ report: { differences } }) =>
    differences.length === 0 ? null : `${count(differences.length, 'level')} not what the ledger says`,
  print({ site, report: { units, actions, differences } }) {
    const summary = `${site.name}: ${count(units, 'unit')}, ${count(actions, 'action')}, ${count(differences.length, 'difference')}`;
    if (differences.length === 0) return summary;
    const rows = differences.map(({ itemId, variantId, ...sums }) => [
      itemId,
      variantId ?? '',
      ...[sums.stock, sums.ledger, sums.reserved, sums.pending].map(String),
    ]);
    return `${table(['ITEM', 'VARIANT', 'STOCK', 'LEDGER', 'RESERVED', 'PENDING'], rows)}\n${summary}`;
  },
});

function count(howMany: number, what: string): string {
  return `${howMany} ${what}${howMany === 1 ? '' : 's'}`;
}
