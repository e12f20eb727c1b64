import { z } from 'zod';
import { idSchema, personText, uniqueBy } from '../kit/validate.js';
import { ALLERGENS } from './item.js';
import {
  bundleSchema,
  newPlainFields,
  OPTION_GROUPS_MAX,
  OPTIONS_MAX,
  optionFields,
  optionGroupFields,
  optionGroupsSchema,
  plainFields,
  VARIANTS_MAX,
  variantFields,
  variantsSchema,
} from './product-fields.js';

const idOf = ({ id }: { readonly id: string }) => id;

export const categoryRecord = z.object({ id: z.string(), name: z.string(), position: z.int() });
export const categoryCreate = z.object({ name: personText(1, 80), position: z.int().min(0).max(100_000).default(0) });
export const categoryPatch = z.object({
  name: personText(1, 80).optional(),
  position: z.int().min(0).max(100_000).optional(),
});

const text = z.string();

export const variantRecord = z.object({
  id: text,
  name: text,
  priceCents: z.int(),
  sku: text.nullable(),
  barcode: text.nullable(),
  syncKey: text.nullable(),
  externalId: text.nullable(),
});

export const optionGroupRecord = z.object({
  id: text,
  name: text,
  min: z.int(),
  max: z.int(),
  options: z.array(z.object({ id: text, name: text, priceCents: z.int() })),
});

export const bundleComponentRecord = z.object({ itemId: text, variantId: text.nullable(), quantity: z.int() });

/** The product as the platform answers it: whole cents and dates. */
export const productRecord = z.object({
  id: text,
  categoryId: text.nullable(),
  name: text,
  description: text.nullable(),
  priceCents: z.int(),
  taxBasisPoints: z.int(),
  photo: text.nullable(),
  allergens: z.array(z.enum(ALLERGENS)),
  visible: z.boolean(),
  soldOutUntil: z.date().nullable(),
  position: z.int(),
  sku: text.nullable(),
  barcode: text.nullable(),
  managedBy: z.enum(['till', 'sync']),
  manageStock: z.boolean(),
  bundle: z.array(bundleComponentRecord),
  variants: z.array(variantRecord),
  optionGroups: z.array(optionGroupRecord),
  reference: text.nullable(),
  purchasePriceCents: z.int().nullable(),
  weightGrams: z.int().nullable(),
  widthMm: z.int().nullable(),
  heightMm: z.int().nullable(),
  depthMm: z.int().nullable(),
  syncKey: text.nullable(),
  externalId: text.nullable(),
  defaultVendorId: text.nullable(),
  data: z.record(text, z.unknown()),
  createdAt: z.date(),
  updatedAt: z.date(),
  deletedAt: z.date().nullable(),
  version: z.int(),
});

/** Groups as they are sent: an id names a group or option that the product has, without one it is new. Order is kept. */
export const optionGroupInputs = z
  .array(
    optionGroupFields.extend({
      id: idSchema.optional(),
      options: z
        .array(optionFields.extend({ id: idSchema.optional() }))
        .min(1)
        .max(OPTIONS_MAX),
    }),
  )
  .max(OPTION_GROUPS_MAX);

/** A new product. Ids are made here, those of its variants and options too. */
export const productCreate = z.object({
  ...newPlainFields,
  bundle: bundleSchema.default([]),
  variants: z.array(variantFields).max(VARIANTS_MAX).default([]),
  optionGroups: z
    .array(optionGroupFields.extend({ options: z.array(optionFields).min(1).max(OPTIONS_MAX) }))
    .max(OPTION_GROUPS_MAX)
    .default([]),
});

/** What is changed of a product: undefined leaves, null clears; `data` is merged by name, where null removes. */
export const productPatch = z.object(plainFields).partial();

/** A new variant, or one that replaces another. */
export const variantCreate = variantFields;

/** What is changed of a variant: undefined leaves, null clears. `position` moves it, from 0. */
export const variantPatch = z.object({
  name: variantFields.shape.name.optional(),
  priceCents: variantFields.shape.priceCents.optional(),
  sku: variantFields.shape.sku.unwrap().optional(),
  barcode: variantFields.shape.barcode.unwrap().optional(),
  syncKey: variantFields.shape.syncKey.unwrap().optional(),
  position: z
    .int()
    .min(0)
    .max(VARIANTS_MAX - 1)
    .optional(),
});

/** An item of a whole catalogue: its ids are the loader's. */
export const newItemSchema = z.object({
  ...newPlainFields,
  managedBy: z.enum(['till', 'sync']).default('till'),
  bundle: bundleSchema.default([]),
  variants: variantsSchema.default([]),
  optionGroups: optionGroupsSchema.default([]),
});

/**
 * A whole catalogue, as it is loaded with a new establishment. The caller chooses the ids: unique within the establishment,
 * and `categoryId` names a category of the same catalogue.
 */
export const newCatalogueSchema = z
  .object({
    categories: z.array(categoryCreate.extend({ id: idSchema })).max(500),
    items: z.array(newItemSchema.extend({ id: idSchema })).max(10_000),
  })
  .refine(({ categories }) => uniqueBy(idOf)(categories), { message: 'Two categories have one id', path: ['categories'] })
  .refine(({ items }) => uniqueBy(idOf)(items), { message: 'Two items have one id', path: ['items'] })
  .superRefine(({ categories, items }, context) => {
    const known = new Set(categories.map(({ id }) => id));
    for (const [index, { categoryId }] of items.entries()) {
      if (categoryId !== null && !known.has(categoryId)) {
        context.addIssue({ code: 'custom', path: ['items', index, 'categoryId'], message: `There is no category "${categoryId}"` });
      }
    }
  });

export type NewCatalogue = z.input<typeof newCatalogueSchema>;
