import { z } from 'zod';
import type { Clock } from '../kit/clock.js';
import type { Scope } from '../kit/scope.js';
import type { TransactAll } from '../stores.js';
import { DEFAULT_POLICY, DEMAND_DAYS, type ReorderPolicy, suggestReorder } from './reorder.js';

export interface ReorderService {
  /** Works the suggestions out anew, of the items or of all (null). Returns how many units it looked at, and of how many more are to be ordered. */
  recalculate(scope: Scope, itemIds: readonly string[] | null): Promise<{ readonly units: number; readonly needed: number }>;
}

const DAY_MS = 86_400_000;

export function makeReorderService({ transact, clock }: { readonly transact: TransactAll; readonly clock: Clock }): ReorderService {
  return {
    recalculate: (scope, itemIds) =>
      transact(scope, async ({ reorder, settings }, views) => {
        const now = clock.now();
        const policy = policyIn(await settings.list(scope));
        const facts = await views.reorder.facts(scope, itemIds, new Date(now.getTime() - DEMAND_DAYS * DAY_MS));
        const suggestions = facts.map((unit) => suggestReorder(unit, policy, now));
        await reorder.put(scope, itemIds, suggestions);
        return { units: suggestions.length, needed: suggestions.filter(({ quantity }) => quantity > 0).length };
      }),
  };
}

const days = z.int();

/** As the establishment has set it, and what holds by itself for the rest. */
function policyIn(settings: ReadonlyMap<string, unknown>): ReorderPolicy {
  const setting = (key: keyof ReorderPolicy) => days.catch(DEFAULT_POLICY[key]).parse(settings.get(`reorder.${key}`));
  return { leadDays: setting('leadDays'), safetyDays: setting('safetyDays'), coverDays: setting('coverDays') };
}
