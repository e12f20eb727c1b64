import { figuresOf } from './figures.js';

/** The filters of each list; `n` is the number of the reading, so that readings of one list differ where people's do. */
const LISTS = {
  newest: () => ({}),
  'page 20': () => ({ page: 20 }),
  'one state, many': () => ({ status: 'delivered' }),
  'one state, few': () => ({ status: 'shipped' }),
  open: () => ({ unsealed: true }),
  'a channel': () => ({ channel: 'backoffice' }),
  'a channel, unpaid': () => ({ channel: 'shop', paymentState: 'unpaid' }),
  'a month': (n) => ({ placedFrom: new Date(Date.UTC(2025, n % 10, 1)), placedTo: new Date(Date.UTC(2025, (n % 10) + 1, 1)) }),
  'a day, paid, a state': (n) => ({
    ...{ placedFrom: new Date(Date.UTC(2025, 1, (n % 28) + 1)), placedTo: new Date(Date.UTC(2025, 1, (n % 28) + 2)) },
    ...{ paymentState: 'paid', status: 'collected' },
  }),
  urgent: () => ({ priority: 'urgent' }),
  'of somebody, open': () => ({ assignedTo: 'cfcd2084-95d5-65ef-66e7-dff9f98764da', unsealed: true }),
  'by amount': () => ({ sort: '-totalCents', status: 'delivered' }),
  'search a name': (n) => ({ search: `martin${n % 500}` }),
  'search two words': (n) => ({ search: `camille bernard${n % 50}` }),
  'search a first name': () => ({ search: 'camille' }),
  'search a name, a state': (n) => ({ search: `dur${n % 5}`.slice(0, 3), status: 'shipped' }),
};

/** Reads every list so often with `call(procedure, input)`, one after the other: its total, and the milliseconds it took. */
export async function readLists(call, times) {
  const lists = [];
  for (const [name, filterOf] of Object.entries(LISTS)) {
    const latencies = [];
    let total = 0;
    for (let index = -5; index < times; index += 1) {
      const startedAt = performance.now();
      total = (await call('list', filterOf(Math.abs(index)))).total;
      if (index >= 0) latencies.push(performance.now() - startedAt);
    }
    lists.push({ name, total, ...figuresOf(latencies) });
  }
  return lists;
}
