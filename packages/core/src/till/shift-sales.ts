import type { JournalViews } from '../journal/journal-store.js';
import { countedIn, type JournalTotals, NO_TOTALS, withSale } from '../journal/journal-totals.js';
import type { Scope } from '../kit/scope.js';

/** Entries read at once. */
const BATCH = 500;

/** What the chain of sales of a register adds up to after the entry `from`, up to `upTo`. */
export async function totalsBetween(
  views: Pick<JournalViews, 'entries'>,
  scope: Scope,
  register: string,
  { from, upTo }: { readonly from: number; readonly upTo: number },
): Promise<JournalTotals> {
  let totals = NO_TOTALS;
  for (let next = from + 1; next <= upTo; next += BATCH) {
    const limit = Math.min(BATCH, upTo - next + 1);
    for (const { number, snapshot } of await views.entries(scope, { register, type: 'sale' }, next, limit)) {
      const sale = countedIn(JSON.parse(snapshot));
      // A report that left it out would be wrong, and nobody would see it.
      if (sale === null) throw new Error(`Entry ${number} of ${register} is no sale any more; verify the journal.`);
      totals = withSale(totals, sale);
    }
  }
  return totals;
}
