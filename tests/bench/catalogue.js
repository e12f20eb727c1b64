import { measureAnswer } from './carte.js';

const PATH = '/api/boutique/catalog?slug=atelier-nord';

/** The public catalogue of a shop of 100 and of 1,000 items, against servers that do nothing but send the same bytes. */
export async function measureSubject(run) {
  const measured = [];
  for (const items of [100, 1000]) measured.push({ items, ...(await measureAnswer(PATH, ['shop', String(items)], run)) });
  return {
    title: `GET ${PATH}, in memory`,
    text: measured.map(({ items, title, text }) => `${items} items: ${title}\n\n${text}`).join('\n\n'),
    data: measured.map(({ items, data }) => ({ items, ...data })),
  };
}
