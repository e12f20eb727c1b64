import { z } from 'zod';
import { slugSchema } from '../kit/validate.js';
import { OFFER_KINDS, TICKET_LANGUAGES } from './offer.js';
import { SESSION_STATUSES } from './session-fill.js';
import { sessionDay } from './ticket-session-contract.js';

/** `GET /api/ticketing/catalog` (interfaces A, decisions §3): what it takes, and what it answers; the type is `TicketCatalog`. */

export const DAYS_MAX = 31;
export const DAYS_DEFAULT = 7;
const OFFER_ID_MAX = 64;

/** The query of the call. `from` and `days` count for the sessions of `offer` alone. */
export const catalogQuery = z.object({
  slug: slugSchema,
  lang: z.enum(TICKET_LANGUAGES).default('fr'),
  offer: z.string().min(1).max(OFFER_ID_MAX).optional(),
  from: sessionDay.optional(),
  days: z
    .string()
    .regex(/^[1-9]\d?$/, `A number from 1 to ${DAYS_MAX}`)
    .transform(Number)
    .refine((days) => days <= DAYS_MAX, `At most ${DAYS_MAX}`)
    .optional(),
});
export type CatalogQuery = z.output<typeof catalogQuery>;

const text = z.string();
const instant = z.iso.datetime();
const seats = z.int().nullable();

const offer = z.object({
  id: text.meta({ examples: ['0196a3de-4f1c-7a10-8b21-6d2f0c9e4a57'] }),
  kind: z.enum(OFFER_KINDS),
  title: text.meta({ examples: ['La nuit des ondes'] }),
  description: text.nullable(),
  image: text.nullable().meta({ description: 'Address of a picture.' }),
  durationMinutes: z
    .int()
    .nullable()
    .meta({ examples: [60] }),
  rates: z
    .array(
      z.object({
        id: text.meta({ examples: ['0196a3de-4f1c-7b33-9c42-1e5a8d7f2b60'] }),
        name: text.meta({ examples: ['Plein tarif'] }),
        price: z.number().meta({ description: 'Including tax, in euros.', examples: [12.5] }),
        conditions: text.nullable().meta({ description: 'Who may have it.', examples: [null] }),
      }),
    )
    .meta({ description: 'Those on sale.' }),
  from: text.nullable().meta({ description: 'The day of its first session; null while it has none.', examples: ['2026-05-04'] }),
  until: text.nullable().meta({ description: 'The day of its last session.', examples: ['2026-06-30'] }),
  nextSession: instant.nullable().meta({ description: 'When the first session begins that can still be booked.' }),
  bookingUrl: text.meta({ description: 'The page where it is booked.' }),
});

const session = z.object({
  id: text.meta({ examples: ['0196a3de-4f1c-7d54-a163-3f7b0e9c5d81'] }),
  offerId: text.meta({ examples: ['0196a3de-4f1c-7a10-8b21-6d2f0c9e4a57'] }),
  start: instant,
  end: instant,
  capacity: seats.meta({ description: 'Null: any number.', examples: [40] }),
  remaining: seats.meta({ description: 'Null: any number.', examples: [6] }),
  fill: z
    .number()
    .min(0)
    .max(1)
    .meta({ description: 'Held and booked seats by the capacity.', examples: [0.85] }),
  status: z
    .enum(SESSION_STATUSES)
    .meta({ description: '`past`: it has begun. `full`: nothing is left; `few`: at most a fifth is.', examples: ['few'] }),
  bookingUrl: text,
});

export const ticketCatalogSchema = z.object({
  slug: text.meta({ examples: ['musee-des-ondes'] }),
  name: text,
  lang: z.enum(TICKET_LANGUAGES),
  currency: text.meta({ examples: ['EUR'] }),
  timezone: text.meta({ examples: ['Europe/Paris'] }),
  offers: z.array(offer),
  sessions: z.array(session).optional().meta({ description: 'Of `offer`, where it was asked for; by start.' }),
});
