import type { Sale, SalePayment } from '@comptoir/core/sales/sale.js';
import type { DraftLine, SaleDraft } from '@comptoir/core/sales/sale-draft.js';
import type { Services } from '@comptoir/core/services.js';
import { addDays, instantAt, wallTimeAt } from '@comptoir/core/sites/wall-time.js';
import type { Stores } from '@comptoir/core/stores.js';
import { minutesAfter, momentOf } from './history/calendar.js';
import { type Dice, makeDice } from './history/dice.js';
import { drawLines } from './history/past-lines.js';
import type { Place } from './history/past-order.js';

/** A register, and how many sales it has on a day, at least and at most. */
export interface DemoRegister {
  readonly name: string;
  readonly sales: readonly [least: number, most: number];
}

/** Days before the one on which it is loaded. */
const DAYS = 21;
const HOURS = [9, 19] as const;
/** So many of a hundred sales were a mistake, which is seen at once. */
const TAKEN_BACK = 4;
const UNTIL_TAKEN_BACK_MINUTES = 1;
const CASH = 32;
/** Cash is handed over in notes of this, now and then. */
const NOTE_CENTS = 1000;
/** The shelves are those of the history, which knows nothing of the till. */
const APART = { movesGoods: false, shift: 'none' } as const;

/**
 * Makes the registers and rings up what they have sold in the three weeks before today, one after the other, as a till does: numbers, closures and
 * signatures are those of the fiscal journal. Takes part in the transaction of its caller.
 */
export async function sellAtTills(services: Services, stores: Stores, place: Place, registers: readonly DemoRegister[]): Promise<void> {
  const today = wallTimeAt(place.now, place.timezone).date;
  const createdAt = instantAt(addDays(today, -DAYS), '08:00', place.timezone);
  for (const { name, sales } of registers) {
    const register = { id: place.ids.uuid(), name, active: true, training: false, createdAt };
    await stores.till.createRegister(place.scope, register);
    const dice = makeDice(name);
    for (const at of momentsOf(place, dice, today, sales)) await ringUp(services, place, dice, name, at);
  }
}

/** When it sold something, in order. */
function momentsOf({ timezone, now }: Place, dice: Dice, today: string, [least, most]: DemoRegister['sales']): readonly Date[] {
  const days = Array.from({ length: DAYS }, (_, index) => addDays(today, index - DAYS));
  return days.flatMap((date) =>
    Array.from({ length: dice.between(least, most) }, () => momentOf(dice, date, HOURS, timezone, now)).sort(
      (one, other) => one.getTime() - other.getTime(),
    ),
  );
}

async function ringUp({ sales }: Services, place: Place, dice: Dice, register: string, at: Date): Promise<void> {
  const sale = await sales.sell(place.scope, draftOf(place, dice, register, at), APART);
  if (dice.chance(TAKEN_BACK)) await takeBack(sales, place, sale);
}

function draftOf(place: Place, dice: Dice, register: string, at: Date): SaleDraft {
  const lines = drawLines(dice, place.wares).map(
    ({ itemId, variant, name, quantity, unitPriceCents, taxBasisPoints }): DraftLine => ({
      ...{ itemId, variantId: variant?.id ?? null, quantity, unitPriceCents, taxBasisPoints },
      ...{ syncKey: null, sku: null, name: variant === null ? name : `${name} ${variant.name}` },
    }),
  );
  const totalCents = lines.reduce((sum, { quantity, unitPriceCents }) => sum + quantity * unitPriceCents, 0);
  return { kind: 'sale', id: place.ids.uuid(), register, at, currency: 'EUR', lines, payments: [paymentOf(dice, totalCents)] };
}

function paymentOf(dice: Dice, amountCents: number): SalePayment {
  if (!dice.chance(CASH)) return { method: 'card', amountCents };
  const tenderedCents = dice.chance(50) ? amountCents : Math.ceil(amountCents / NOTE_CENTS) * NOTE_CENTS;
  return { method: 'cash', amountCents, ...(tenderedCents > amountCents && { tenderedCents }) };
}

/** All of it, the way it was paid. */
async function takeBack(sales: Services['sales'], { scope, ids }: Place, sale: Sale): Promise<void> {
  const { id: refundOf, register, lines, payments } = sale;
  const draft = {
    ...({ kind: 'refund', id: ids.uuid(), refundOf, register, at: minutesAfter(sale.at, UNTIL_TAKEN_BACK_MINUTES) } as const),
    lines: lines.map(({ number, quantity }) => ({ number, quantity })),
    payments: payments.map(({ method, amountCents }) => ({ method, amountCents })),
  };
  await sales.refund(scope, draft, APART);
}
