import { z } from 'zod';
import { TAX_ROUNDINGS } from '../kit/tax-rounding.js';
import type { SaleDraft } from './sale-draft.js';

/** How the tax of new sales is rounded; nothing: that of each rate once, and prices stay what they are. */
export const ROUNDING_SETTING = { key: 'till.rounding', contract: z.enum(TAX_ROUNDINGS) } as const;
/** What cash is rounded to, in cents; nothing: the cent. */
export const CASH_STEP_SETTING = { key: 'till.cashRounding', contract: z.literal([5, 10]) } as const;
/** Whether an order that is paid at pickup is sold by being collected; not where it is rung up at a till as well. */
export const PICKUP_SETTING = { key: 'till.sellsAtPickup', contract: z.boolean() } as const;

/** What an establishment has set for its sales. A value that was stored under other rules counts as none. */
export function saleSettings(stored: ReadonlyMap<string, unknown>): Required<Pick<SaleDraft, 'rounding' | 'cashStepCents'>> {
  return {
    rounding: ROUNDING_SETTING.contract.safeParse(stored.get(ROUNDING_SETTING.key)).data ?? 'rate',
    cashStepCents: CASH_STEP_SETTING.contract.safeParse(stored.get(CASH_STEP_SETTING.key)).data ?? null,
  };
}

/** True unless the establishment has said otherwise. */
export function sellsAtPickup(stored: ReadonlyMap<string, unknown>): boolean {
  return stored.get(PICKUP_SETTING.key) !== false;
}
