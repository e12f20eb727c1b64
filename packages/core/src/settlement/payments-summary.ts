import { z } from 'zod';
import { DomainError } from '../kit/errors.js';
import { type CallContext, defineProcedure, siteScopeOf } from '../kit/procedure.js';
import { MONEY_SOURCES } from './listed-payment.js';
import { calendarDays, totalSums } from './money-sums.js';
import { RECORDED_METHODS } from './recorded-payment.js';

const SUMMARY_DAYS_MAX = 366;
const DAY_MS = 86_400_000;

/** A day that every database knows. */
const day = z.iso.date().refine((date) => date >= '1970-01-01' && date < '9999-01-01', 'A day between 1970 and 9998');

const sumFields = {
  source: z.enum(MONEY_SOURCES),
  method: z.enum(RECORDED_METHODS),
  payments: z.int(),
  paidCents: z.int(),
  refunds: z.int(),
  refundedCents: z.int(),
};

/** `payments.summary`: money by day, source and method. */
export function summaryProcedure() {
  return defineProcedure({
    type: 'query',
    access: { kind: 'permission', permissions: ['payments:read'] },
    summary: 'What came in and went back on each day of the establishment, by source and method.',
    input: z
      .object({ from: day, to: day.meta({ description: 'The last day, included.' }) })
      .refine(({ from, to }) => from <= to, { path: ['to'], message: 'Must not be before the first day' })
      .refine(({ from, to }) => (Date.parse(to) - Date.parse(from)) / DAY_MS < SUMMARY_DAYS_MAX, {
        path: ['to'],
        message: `At most ${SUMMARY_DAYS_MAX} days`,
      }),
    output: z.object({
      timezone: z.string(),
      days: z
        .array(z.object({ date: z.string(), ...sumFields }))
        .meta({ description: 'Without days and methods of which there is nothing.' }),
      totals: z.array(z.object(sumFields)),
    }),
    run: summarise,
  });
}

async function summarise(context: CallContext, { from, to }: { readonly from: string; readonly to: string }) {
  const scope = siteScopeOf(context);
  const { views } = context.services;
  const site = await views.sites.get(scope);
  if (site === null) throw new DomainError('unknown_record');
  const days = calendarDays(from, to, site.timezone);
  const sums = await views.settlement.sums(
    scope,
    days.map(({ start }) => start),
  );
  return {
    timezone: site.timezone,
    days: sums.map(({ period, ...sum }) => ({ date: days[period]?.date ?? from, ...sum })),
    totals: totalSums(sums).map(({ period, ...sum }) => sum),
  };
}
