import { measureAnswer } from './carte.js';
import { measureReads, measureWrites } from './keyed.js';
import { comparedTable } from './report.js';

const PATH = '/api/boutique/catalog?slug=atelier-nord';
const SIZES = [100, 1000];

/**
 * The catalogue of a shop of 100 and of 1,000 items against servers that do nothing but send the same bytes: the public one, in
 * memory, and the one for holders of a key, on PostgreSQL. And changes by key against the rows they write.
 */
export async function measureSubject(run) {
  const open = [];
  for (const items of SIZES) open.push({ items, ...(await measureAnswer(PATH, ['shop', String(items)], run)) });
  const reads = [];
  for (const items of SIZES) reads.push(...(await measureReads(items, run)));
  const writes = await measureWrites(run);
  return {
    title: 'a shop’s catalogue, and its changes',
    text: [
      ...open.map(({ items, title, text }) => `${items} items: ${title}\n\n${text}`),
      `GET /api/v1/catalogue, by key, on PostgreSQL\n\n${comparedTable(reads)}`,
      `Items created and changed by key, on PostgreSQL\n\n${comparedTable(writes)}`,
    ].join('\n\n'),
    data: { open: open.map(({ items, data }) => ({ items, ...data })), reads, writes },
  };
}
