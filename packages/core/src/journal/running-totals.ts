import type { Counted, JournalTotals } from './journal-totals.js';

/** Adds sales up in place: a verification adds millions. */
export interface RunningTotals {
  add(sale: Counted): void;
  /** What was added since it was asked last. */
  take(): JournalTotals;
}

export function makeRunningTotals(): RunningTotals {
  let count = 0;
  let totalCents = 0;
  let absoluteCents = 0;
  let taxes = new Map<number, { netCents: number; taxCents: number }>();
  let payments = new Map<string, number>();

  const addTax = (rate: number, netCents: number, taxCents: number): void => {
    const sum = taxes.get(rate);
    if (sum === undefined) taxes.set(rate, { netCents, taxCents });
    else {
      sum.netCents += netCents;
      sum.taxCents += taxCents;
    }
  };

  return {
    add(sale) {
      count += 1;
      totalCents += sale.totalCents;
      absoluteCents += Math.abs(sale.totalCents);
      for (const { taxBasisPoints, netCents, taxCents } of sale.taxes) addTax(taxBasisPoints, netCents, taxCents);
      for (const { method, amountCents } of sale.payments) payments.set(method, (payments.get(method) ?? 0) + amountCents);
    },

    take() {
      const taken: JournalTotals = {
        count,
        totalCents,
        absoluteCents,
        taxes: [...taxes].map(([taxBasisPoints, sum]) => ({ taxBasisPoints, ...sum })),
        payments: [...payments].map(([method, amountCents]) => ({ method, amountCents })),
      };
      [count, totalCents, absoluteCents] = [0, 0, 0];
      [taxes, payments] = [new Map(), new Map()];
      return taken;
    },
  };
}
