import { z } from 'zod';
import { isPlainText, newSlugSchema, personText, uniqueBy } from '../kit/validate.js';
import { FEATURES, type Site, TRADES } from './site.js';

const wallTime = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'HH:MM');
const endTime = z.union([wallTime, z.literal('24:00')]);

const periodSchema = z.object({ from: wallTime, to: endTime });
const daySchema = z.iso.date();

function isTimezone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

export const weeklyPeriodSchema = periodSchema.extend({ day: z.int().min(1).max(7) });

export const datedExceptionSchema = z
  .object({
    date: daySchema,
    closed: z.boolean(),
    label: personText(1, 80).nullable(),
    periods: z.array(periodSchema).max(10),
  })
  .refine((exception) => !exception.closed || exception.periods.length === 0, {
    message: 'A closed day has no periods',
    path: ['periods'],
  })
  .meta({ examples: [{ date: '2026-12-24', closed: false, label: 'Réveillon', periods: [{ from: '09:00', to: '16:00' }] }] });

export const orderingRulesSchema = z.object({
  leadMinutes: z.int().min(0).max(10_080),
  slotMinutes: z.int().min(5).max(240),
  slotCap: z.int().min(1).max(1000).nullable(),
  horizonHours: z.int().min(1).max(336),
  minimumCents: z.int().min(0).max(100_000_000),
  acceptWhenClosed: z.boolean(),
});

export const addressSchema = z.object({
  line1: personText(1, 120),
  line2: personText(1, 120).nullable(),
  postcode: personText(1, 20),
  city: personText(1, 80),
  country: z.string().regex(/^[A-Z]{2}$/, 'Two capital letters (ISO 3166-1)'),
});

export const featuresSchema = z.object(
  Object.fromEntries(FEATURES.map((feature) => [feature, z.boolean()])) as Record<(typeof FEATURES)[number], z.ZodBoolean>,
);

/** An establishment as it is created; ids and version are given by the service. */
export const newSiteSchema = z.object({
  slug: newSlugSchema,
  trade: z.enum(TRADES),
  name: personText(1, 80),
  description: personText(1, 1000, { multiline: true }).nullable(),
  address: addressSchema,
  phone: personText(1, 40).nullable(),
  website: z
    .url({ protocol: /^https?$/ })
    .max(300)
    .refine(isPlainText)
    .nullable(),
  hosts: z
    .array(
      z
        .string()
        .regex(/^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/)
        .max(253),
    )
    .max(20)
    .refine(
      uniqueBy((host: string) => host),
      'A host is named twice',
    ),
  timezone: z.string().max(64).refine(isTimezone, 'An IANA time zone'),
  currency: z.string().regex(/^[A-Z]{3}$/, 'Three capital letters (ISO 4217)'),
  languages: z
    .array(z.string().regex(/^[a-z]{2}$/))
    .min(1)
    .max(10),
  hours: z.array(weeklyPeriodSchema).max(70),
  exceptions: z
    .array(datedExceptionSchema)
    .max(366)
    .refine(
      uniqueBy(({ date }: { date: string }) => date),
      'A day has two exceptions',
    ),
  features: featuresSchema,
  ordering: orderingRulesSchema,
});

export type NewSite = z.output<typeof newSiteSchema>;

/** What may change later: everything but the identity. Undefined leaves, null clears. */
export const sitePatchSchema = newSiteSchema.omit({ slug: true, trade: true }).partial();
export type SitePatch = { readonly [Key in keyof z.output<typeof sitePatchSchema>]?: NewSite[Key] | undefined };

/** The settings of a new establishment: no orders, no hours, Paris. */
export const SITE_DEFAULTS = {
  description: null,
  phone: null,
  website: null,
  hosts: [],
  timezone: 'Europe/Paris',
  currency: 'EUR',
  languages: ['fr'],
  hours: [],
  exceptions: [],
  features: {
    onlineOrders: false,
    stock: false,
    slots: false,
    accessControl: false,
    attendance: false,
    groups: false,
    passes: false,
    onlineTickets: false,
  },
  ordering: { leadMinutes: 20, slotMinutes: 15, slotCap: 4, horizonHours: 12, minimumCents: 0, acceptWhenClosed: false },
} satisfies Partial<NewSite> & Partial<Site>;
