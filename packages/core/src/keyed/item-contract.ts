import { z } from 'zod';
import { ALLERGENS } from '../catalogue/item.js';
import { PRICE_MAX_CENTS } from '../catalogue/product-fields.js';
import { centsOf } from '../kit/money.js';
import { idSchema, personText, uniqueBy } from '../kit/validate.js';

/** Items as the keyed API shows and takes them (decisions §4): prices in euros and rates in percent, both with at most two decimals. */

/** The rate of a new item that names none: the standard rate of France. */
const VAT_RATE_DEFAULT = 20;

const text = z.string();
const code = text.nullable().meta({ examples: ['GAL-01'] });
const barcode = text.nullable().meta({ examples: ['3760123456789'] });
const price = z.number().meta({ description: 'Including tax, in euros.', examples: [12.5] });

/** `Item`. */
export const itemRecord = z.object({
  id: text.meta({ examples: ['galette-complete'] }),
  categoryId: text.nullable(),
  name: text,
  description: text.nullable(),
  price: price.meta({ description: 'Including tax, in euros; not used while there are variants.' }),
  vatRate: z.number().meta({ description: 'The tax contained in the price, in percent.', examples: [10] }),
  sku: code,
  barcode,
  photo: text.nullable().meta({ description: 'A path of this host, or an address.', examples: ['/assets/illustrations/galette.svg'] }),
  visible: z.boolean().meta({ description: 'False: the public does not see it.' }),
  available: z.boolean().meta({ description: 'False while it is sold out.' }),
  position: z.int(),
  allergens: z.array(z.enum(ALLERGENS)),
  managedBy: z.enum(['till', 'sync']).meta({ description: '`sync`: received from an online shop, and changed there.' }),
  variants: z
    .array(z.object({ id: text, name: text, price, sku: code, barcode }))
    .meta({ description: 'Where there are any, the item is sold as one of them.' }),
  optionGroups: z.array(
    z.object({
      id: text.meta({ examples: ['supplements'] }),
      name: text.meta({ examples: ['Suppléments'] }),
      min: z.int(),
      max: z.int(),
      options: z.array(z.object({ id: text, name: text, price: z.number().meta({ examples: [1.5] }) })),
    }),
  ),
  updatedAt: z.iso.datetime(),
});

export type ItemRecord = z.output<typeof itemRecord>;

/** A number with at most two decimals, read as whole hundredths: euros as cents, percent as basis points. */
function hundredths(max: number) {
  return z
    .number()
    .min(0)
    .max(max / 100)
    .transform((value, context) => {
      const whole = centsOf(value);
      if (whole !== null) return whole + 0; // −0 + 0 is 0
      context.addIssue({ code: 'custom', message: 'At most two decimals' });
      return z.NEVER;
    });
}

/** Read as cents. */
export const priceInput = hundredths(PRICE_MAX_CENTS).meta({
  description: 'Including tax, in euros with at most two decimals.',
  examples: [12.5],
});
/** Read as basis points. */
export const vatRateInput = hundredths(10_000).meta({ description: 'In percent, with at most two decimals.', examples: [10] });

const CLEARED = 'The empty text clears it.';
const description = personText(0, 2000, { multiline: true }).nullable().meta({ description: CLEARED });
const skuInput = personText(0, 80)
  .nullable()
  .meta({ description: CLEARED, examples: ['GAL-01'] });
const barcodeInput = personText(0, 80)
  .nullable()
  .meta({ description: CLEARED, examples: ['3760123456789'] });

const newPartId = idSchema.optional().meta({ description: 'Given by the till when left out.' });

const variantInput = z.strictObject({
  id: newPartId,
  name: personText(1, 80),
  price: priceInput,
  sku: skuInput.optional(),
  barcode: barcodeInput.optional(),
});

const idsOf = (parts: readonly { readonly id?: string | undefined }[]) => parts.flatMap(({ id }) => (id === undefined ? [] : [id]));

const variantsInput = z
  .array(variantInput)
  .max(100)
  .refine((variants) => uniqueBy((id: string) => id)(idsOf(variants)), 'Two variants have one id')
  .meta({ description: 'The whole list. A variant that is named by its `id` keeps the codes that are left out.' });

/** Whether the numbers fit each other is for the catalogue to say (`invalid_options`). */
const optionGroupInput = z.strictObject({
  id: newPartId,
  name: personText(1, 80).meta({ examples: ['Suppléments'] }),
  min: z.int().min(0).max(50),
  max: z.int().min(1).max(50),
  options: z
    .array(z.strictObject({ id: newPartId, name: personText(1, 80), price: priceInput.meta({ examples: [1.5] }) }))
    .min(1)
    .max(100),
});

const settable = {
  categoryId: idSchema.nullable(),
  description,
  sku: skuInput,
  barcode: barcodeInput,
  photo: personText(1, 500)
    .nullable()
    .meta({ examples: ['/assets/illustrations/galette.svg'] }),
  visible: z.boolean(),
  available: z.boolean().meta({ description: 'False: sold out, until it is set to true again.' }),
  position: z.int().min(0).max(100_000),
  allergens: z
    .array(z.enum(ALLERGENS))
    .max(ALLERGENS.length)
    .refine(
      uniqueBy((name: string) => name),
      'An allergen is named twice',
    ),
  variants: variantsInput,
  optionGroups: z.array(optionGroupInput).max(30).meta({ description: 'The whole list.' }),
};

/** `ItemCreate`; what is left out is the plainest: nothing, shown, for sale. */
export const itemCreate = z.strictObject({
  name: personText(1, 120),
  price: priceInput,
  vatRate: vatRateInput.prefault(VAT_RATE_DEFAULT),
  categoryId: settable.categoryId.default(null),
  description: settable.description.default(null),
  sku: settable.sku.default(null),
  barcode: settable.barcode.default(null),
  photo: settable.photo.default(null),
  visible: settable.visible.default(true),
  available: settable.available.default(true),
  position: settable.position.default(0),
  allergens: settable.allergens.default([]),
  variants: settable.variants.default([]),
  optionGroups: settable.optionGroups.default([]),
});

export type ItemCreate = z.output<typeof itemCreate>;

/** `ItemUpdate`: only what is sent changes. */
export const itemUpdate = z.strictObject({ name: personText(1, 120), price: priceInput, vatRate: vatRateInput, ...settable }).partial();

export type ItemUpdate = z.output<typeof itemUpdate>;
