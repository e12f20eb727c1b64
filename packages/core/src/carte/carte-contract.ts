import { z } from 'zod';
import { ALLERGENS } from '../catalogue/item.js';
import { TRADES } from '../sites/site.js';

/**
 * The menu as `GET /api/carte` answers it (decisions §3), for documents and clients; the type is `Carte`. Prices are euros with at
 * most two decimals, instants ISO 8601, wall times `HH:MM` in the time zone of the establishment.
 */

const text = z.string();
const price = z.number();
const wallTime = text.meta({ examples: ['12:00'] });
const closingTime = text.meta({ examples: ['14:30'] });
const instant = z.iso.datetime({ offset: true });

const addressRecord = z.object({ line1: text, line2: text.nullable(), postcode: text, city: text, country: text });

const orderingRecord = z.object({
  enabled: z.boolean().meta({ description: 'The establishment takes orders online at all.' }),
  open: z.boolean().meta({ description: 'An order can be placed now.' }),
  nextOpening: instant.nullable(),
  leadMinutes: z.int(),
  minimum: price,
  slots: z.array(
    z.object({ start: instant, end: instant, remaining: z.int().nullable().meta({ description: 'Null where the slot has no cap.' }) }),
  ),
});

const itemRecord = z.object({
  id: text.meta({ description: 'What an order names.', examples: ['galette-complete'] }),
  categoryId: text.nullable(),
  name: text,
  description: text.nullable(),
  price,
  photo: text.nullable().meta({ description: 'A path of this host, or an address.', examples: ['/assets/illustrations/galette.svg'] }),
  allergens: z.array(z.enum(ALLERGENS)),
  available: z.boolean().meta({ description: 'False while it is sold out.' }),
  variants: z.array(z.object({ id: text.meta({ examples: ['grande'] }), name: text.meta({ examples: ['Grande'] }), price })),
  optionGroups: z.array(
    z.object({
      id: text.meta({ examples: ['supplements'] }),
      name: text.meta({ examples: ['Suppléments'] }),
      min: z.int(),
      max: z.int(),
      options: z.array(z.object({ id: text.meta({ examples: ['oeuf'] }), name: text.meta({ examples: ['Œuf'] }), price })),
    }),
  ),
});

export const carteSchema = z.object({
  slug: text,
  name: text.meta({ examples: ['Chez Lucie'] }),
  trade: z.enum(TRADES),
  description: text.nullable(),
  address: addressRecord,
  phone: text.nullable(),
  website: text.nullable().meta({ examples: ['https://chez-lucie.example.com/'] }),
  currency: text,
  timezone: text,
  languages: z.array(text.meta({ examples: ['fr'] })),
  ordering: orderingRecord,
  hours: z.array(z.object({ day: z.int().meta({ description: '1 is Monday, 7 is Sunday.' }), from: wallTime, to: closingTime })),
  exceptions: z.array(
    z.object({
      date: z.iso.date(),
      closed: z.boolean(),
      label: text.nullable(),
      periods: z.array(z.object({ from: wallTime, to: closingTime })),
    }),
  ),
  categories: z.array(z.object({ id: text.meta({ examples: ['plats'] }), name: text.meta({ examples: ['Plats'] }), position: z.int() })),
  items: z.array(itemRecord),
});
