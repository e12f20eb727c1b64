import type { JournalViews } from '../journal/journal-store.js';
import { countedSnapshot, type JournalTotals, NO_TOTALS, withSale } from '../journal/journal-totals.js';
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
    for (const { snapshot } of await views.entries(scope, { register, type: 'sale' }, next, limit))
      totals = withSale(totals, countedSnapshot.parse(JSON.parse(snapshot)));
  }
  return totals;
}
