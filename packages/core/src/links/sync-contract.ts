import { z } from 'zod';
import { productCode, VARIANTS_MAX } from '../catalogue/product-fields.js';
import { priceInput, vatRateInput } from '../keyed/item-contract.js';
import { instantInput, personText } from '../kit/validate.js';

/** What a shop sends to `/api/sync` (decisions §5): prices in euros, rates in percent, both with at most two decimals. */

/** Of items and of movements in one call; more do not fit the largest body. */
export const SYNC_LIST_MAX = 5_000;
const MOVED_MAX = 1_000_000;

const CLEARED = 'The empty text and null clear it; left out, it stays.';
const syncKey = productCode.meta({ description: 'What the shop calls it; unique within the establishment.', examples: ['TASSE-01'] });
const codeInput = personText(0, 80).nullable().optional();
const sku = codeInput.meta({ description: CLEARED, examples: ['TAS-01'] });
const barcode = codeInput.meta({ description: CLEARED, examples: ['3760123456789'] });

const syncVariant = z
  .object({ key: syncKey, name: personText(1, 80), price: priceInput, sku, barcode })
  .meta({ description: 'Named by its key, as an item is.' });

/** An item of a `catalogue`. Fields that are not named here are ignored. */
export const syncItem = z
  .object({
    key: syncKey,
    name: personText(1, 120).meta({ examples: ['Tasse en grès'] }),
    price: priceInput
      .optional()
      .meta({ description: 'Including tax, in euros; only an item with variants may go without.', examples: [19] }),
    vatRate: vatRateInput.optional().meta({ description: 'In percent. Left out, it stays; 20 of a new item.', examples: [20] }),
    description: personText(0, 2000, { multiline: true }).nullable().optional().meta({ description: CLEARED }),
    sku,
    barcode,
    photo: personText(0, 500)
      .nullable()
      .optional()
      .meta({ description: `An address, or a path of this host. ${CLEARED}`, examples: ['https://shop.example/tasse.jpg'] }),
    category: personText(0, 80)
      .nullable()
      .optional()
      .meta({ description: `By its name; made where there is none. ${CLEARED}`, examples: ['Céramique'] }),
    variants: z
      .array(syncVariant)
      .max(VARIANTS_MAX)
      .optional()
      .meta({ description: 'The whole list; left out, they stay.', examples: [[]] }),
  })
  .refine(({ price, variants = [] }) => price !== undefined || variants.length > 0, {
    message: 'An item without variants needs a price.',
    path: ['price'],
  });
export type SyncItem = z.output<typeof syncItem>;

/** A category of a `catalogue`. */
export const syncCategory = z
  .union([personText(1, 80), z.object({ name: personText(1, 80), position: z.int().min(0).max(100_000).optional() })])
  .transform((category) => (typeof category === 'string' ? { name: category } : category));
export type SyncCategory = z.output<typeof syncCategory>;

/** A movement of a `stock` call. */
export const syncMovement = z.object({
  id: personText(1, 120).meta({ description: 'The shop’s. Counts once for ever, whatever call it comes in.', examples: ['mv-1042'] }),
  key: syncKey.meta({ description: 'Of an item without variants, or of a variant.' }),
  quantity: z
    .int()
    .min(-MOVED_MAX)
    .max(MOVED_MAX)
    .refine((quantity) => quantity !== 0, 'Not 0')
    .meta({ description: 'What was added, or below zero taken. A fact: nothing is refused for want of stock.', examples: [-2] }),
  reason: personText(0, 200)
    .nullable()
    .default(null)
    .meta({ examples: ['order 1042'] }),
  at: instantInput.optional().meta({ description: 'When it happened; now, when left out.', examples: ['2026-05-04T10:02:11Z'] }),
});

/** Lists are read member by member: a bad one is an error of its own. */
const members = z.array(z.unknown()).max(SYNC_LIST_MAX);

export const syncCatalogue = z.object({
  complete: z.boolean().default(false),
  categories: z.array(syncCategory).max(SYNC_LIST_MAX).default([]),
  items: members,
});

export const syncStock = z.object({ movements: members });

/** The body. `ping` does nothing but prove that both ends know the secret. */
export const syncBody = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ping'), data: z.unknown().optional() }),
  z.object({ type: z.literal('catalogue'), data: syncCatalogue }),
  z.object({ type: z.literal('stock'), data: syncStock }),
]);
export type SyncBody = z.output<typeof syncBody>;

/** Why a member of a call was not applied. The others were. */
export const SYNC_ERRORS = [
  /** It does not have the shape of an item or a movement: the message says where. */
  'invalid_item',
  'invalid_movement',
  /** Two items or variants have one key, or the key is that of something another link or shop keeps. */
  'duplicate_key',
  'duplicate_sku',
  /** The key is that of an item the till keeps itself. */
  'managed_by_till',
  /** A variant that is gone still has stock, or is part of a bundle. */
  'in_use',
  /** No item or variant has the key. Not remembered: send the movement again after the catalogue. */
  'unknown_key',
  /** The till keeps no stock of it. Not remembered either. */
  'stock_not_kept',
  /** The id was used for another movement. */
  'movement_reused',
] as const;
export type SyncErrorCode = (typeof SYNC_ERRORS)[number];

const text = z.string();

export const syncError = z.object({
  index: z.int().meta({ description: 'Of the item or movement in its list, from 0.' }),
  key: text
    .nullable()
    .optional()
    .meta({ description: 'Of an item; null where it has none that can be read.', examples: ['TASSE-01'] }),
  id: text
    .nullable()
    .optional()
    .meta({ description: 'Of a movement; null where it has none that can be read.', examples: ['mv-1042'] }),
  error: z.enum(SYNC_ERRORS),
  message: text,
});
export type SyncError = z.output<typeof syncError>;

export const syncAnswer = z.object({
  ok: z.literal(true),
  applied: z.int().meta({ description: 'Items or movements that changed something.', examples: [2] }),
  ignored: z.int().meta({ description: 'Those that were so already.', examples: [0] }),
  errors: z.array(syncError).meta({ description: 'Those that were not applied.', examples: [[]] }),
});
export type SyncAnswer = z.output<typeof syncAnswer>;

export const NOTHING_DONE: Omit<SyncAnswer, 'ok'> = { applied: 0, ignored: 0, errors: [] };

/** What can be read of a member that does not have its shape, for its error. */
export function nameIn(member: unknown, field: 'id' | 'key'): string | null {
  if (typeof member !== 'object' || member === null) return null;
  const value: unknown = Reflect.get(member, field);
  return typeof value === 'string' ? value.slice(0, 120) : null;
}

/** The faults of a member, in a sentence. */
export function faultsIn({ issues }: z.ZodError): string {
  return issues.map(({ path, message }) => (path.length === 0 ? message : `${path.join('.')}: ${message}`)).join('; ');
}
