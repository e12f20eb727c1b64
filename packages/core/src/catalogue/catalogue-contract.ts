import { z } from 'zod';
import { idSchema, personText, uniqueBy } from '../kit/validate.js';
import { ALLERGENS } from './item.js';

/** Largest price of one item or option: a million euros. Totals of any allowed order stay safe integers. */
export const PRICE_MAX_CENTS = 100_000_000;

const idOf = ({ id }: { readonly id: string }) => id;

const priceCents = z.int().min(0).max(PRICE_MAX_CENTS);

export const categoryRecord = z.object({ id: z.string(), name: z.string(), position: z.int() });
export const categoryCreate = z.object({ name: personText(1, 80), position: z.int().min(0).max(100_000).default(0) });
export const categoryPatch = z.object({
  name: personText(1, 80).optional(),
  position: z.int().min(0).max(100_000).optional(),
});

/** A code that people and machines read: no spaces at its ends, nothing invisible. */
const code = personText(1, 80).nullable();

export const variantSchema = z.object({
  id: idSchema,
  name: personText(1, 80),
  priceCents,
  sku: code.default(null),
  barcode: code.default(null),
  syncKey: code.default(null),
});

export const bundleComponentSchema = z.object({
  itemId: idSchema,
  variantId: idSchema.nullable().default(null),
  quantity: z.int().min(1).max(1000),
});

export const optionGroupSchema = z
  .object({
    id: idSchema,
    name: personText(1, 80),
    min: z.int().min(0).max(50),
    max: z.int().min(1).max(50),
    options: z
      .array(z.object({ id: idSchema, name: personText(1, 80), priceCents }))
      .min(1)
      .max(100),
  })
  .refine((group) => group.min <= group.max && group.min <= group.options.length, {
    message: 'min must not exceed max or the number of options',
    path: ['min'],
  });

/** A new item; its id is given by the service. What is left out is the plainest: nothing, shown, for sale, kept by the till. */
export const newItemSchema = z.object({
  categoryId: idSchema.nullable().default(null),
  name: personText(1, 120),
  description: personText(1, 2000, { multiline: true }).nullable().default(null),
  priceCents,
  taxBasisPoints: z.int().min(0).max(10_000),
  photo: personText(1, 500).nullable().default(null),
  allergens: z.array(z.enum(ALLERGENS)).max(ALLERGENS.length).default([]),
  visible: z.boolean().default(true),
  soldOutUntil: z.date().nullable().default(null),
  position: z.int().min(0).max(100_000).default(0),
  sku: code.default(null),
  barcode: code.default(null),
  managedBy: z.enum(['till', 'sync']).default('till'),
  manageStock: z.boolean().default(false),
  bundle: z.array(bundleComponentSchema).max(50).default([]),
  variants: z.array(variantSchema).max(100).refine(uniqueBy(idOf), 'Two variants have one id').default([]),
  // An order names options by their id alone, so one id must not mean options of two groups.
  optionGroups: z
    .array(optionGroupSchema)
    .max(30)
    .refine(uniqueBy(idOf), 'Two groups have one id')
    .refine((groups) => uniqueBy(idOf)(groups.flatMap(({ options }) => options)), 'Two options have one id')
    .default([]),
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
