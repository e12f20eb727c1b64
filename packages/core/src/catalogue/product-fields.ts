import { z } from 'zod';
import { idSchema, instantInput, personText, uniqueBy } from '../kit/validate.js';
import { ALLERGENS } from './item.js';

/** The limits of everything a product is made of: the one place where they are written. */

/** Largest price of one item or option: a million euros. Totals of any allowed order stay safe integers. */
export const PRICE_MAX_CENTS = 100_000_000;

export const VARIANTS_MAX = 100;

/** The JSON of what others keep with a product, in characters. */
const DATA_MAX = 16_000;

const idOf = ({ id }: { readonly id: string }) => id;

export const priceCents = z.int().min(0).max(PRICE_MAX_CENTS);

/** A code that people and machines read: no spaces at its ends, nothing invisible. */
export const productCode = personText(1, 80);

const code = productCode.nullable();

/** Up to a hundred metres. */
const millimetres = z.int().min(0).max(100_000);

export const variantFields = z.object({
  name: personText(1, 80),
  priceCents,
  sku: code.default(null),
  barcode: code.default(null),
  syncKey: code.default(null),
});

export const variantsSchema = z
  .array(variantFields.extend({ id: idSchema, externalId: code.default(null) }))
  .max(VARIANTS_MAX)
  .refine(uniqueBy(idOf), 'Two variants have one id');

export const bundleSchema = z
  .array(
    z.object({
      itemId: idSchema,
      variantId: idSchema.nullable().default(null),
      quantity: z.int().min(1).max(1000),
    }),
  )
  .max(50)
  .refine(
    uniqueBy(({ itemId, variantId }: { readonly itemId: string; readonly variantId: string | null }) =>
      JSON.stringify([itemId, variantId]),
    ),
    'Two components are the same',
  );

export const optionFields = z.object({ name: personText(1, 80), priceCents });

export const optionGroupFields = z.object({
  name: personText(1, 80),
  min: z.int().min(0).max(50),
  max: z.int().min(1).max(50),
});

export const OPTIONS_MAX = 100;
export const OPTION_GROUPS_MAX = 30;

export const optionGroupsSchema = z
  .array(
    optionGroupFields
      .extend({
        id: idSchema,
        options: z
          .array(optionFields.extend({ id: idSchema }))
          .min(1)
          .max(OPTIONS_MAX),
      })
      .refine((group) => group.min <= group.max && group.min <= group.options.length, {
        message: 'min must not exceed max or the number of options',
        path: ['min'],
      }),
  )
  .max(OPTION_GROUPS_MAX)
  .refine(uniqueBy(idOf), 'Two groups have one id')
  // An order names options by their id alone, so one id must not mean options of two groups.
  .refine((groups) => uniqueBy(idOf)(groups.flatMap(({ options }) => options)), 'Two options have one id');

/** Facts of others by name, as JSON. */
const dataSchema = z
  .record(z.string().min(1).max(80), z.unknown())
  .refine((data) => z.json().safeParse(data).success, 'Only what JSON can hold')
  .refine((data) => JSON.stringify(data).length <= DATA_MAX, `At most ${DATA_MAX} characters of JSON`);

/** What people set of a product, each field as it is when it is there; the fields that are lists are set one by one. */
export const plainFields = {
  categoryId: idSchema.nullable(),
  name: personText(1, 120),
  description: personText(1, 2000, { multiline: true }).nullable(),
  priceCents,
  taxBasisPoints: z.int().min(0).max(10_000),
  photo: personText(1, 500).nullable(),
  allergens: z.array(z.enum(ALLERGENS)).max(ALLERGENS.length),
  visible: z.boolean(),
  soldOutUntil: instantInput.nullable(),
  position: z.int().min(0).max(100_000),
  sku: code,
  barcode: code,
  syncKey: code,
  manageStock: z.boolean(),
  reference: productCode.nullable(),
  purchasePriceCents: priceCents.nullable(),
  /** Up to a ton. */
  weightGrams: z.int().min(0).max(1_000_000).nullable(),
  widthMm: millimetres.nullable(),
  heightMm: millimetres.nullable(),
  depthMm: millimetres.nullable(),
  data: dataSchema,
};

/** The same for a new product. What is left out is the plainest: nothing, shown, for sale, without stock. */
export const newPlainFields = {
  ...plainFields,
  categoryId: plainFields.categoryId.default(null),
  description: plainFields.description.default(null),
  photo: plainFields.photo.default(null),
  allergens: plainFields.allergens.default([]),
  visible: plainFields.visible.default(true),
  soldOutUntil: plainFields.soldOutUntil.default(null),
  position: plainFields.position.default(0),
  sku: plainFields.sku.default(null),
  barcode: plainFields.barcode.default(null),
  syncKey: plainFields.syncKey.default(null),
  manageStock: plainFields.manageStock.default(false),
  reference: plainFields.reference.default(null),
  purchasePriceCents: plainFields.purchasePriceCents.default(null),
  weightGrams: plainFields.weightGrams.default(null),
  widthMm: plainFields.widthMm.default(null),
  heightMm: plainFields.heightMm.default(null),
  depthMm: plainFields.depthMm.default(null),
  data: plainFields.data.default({}),
};
