import { z } from 'zod';
import { DomainError } from '../kit/errors.js';
import { defineProcedure, siteScopeOf } from '../kit/procedure.js';
import { idSchema } from '../kit/validate.js';
import { productRecord, variantCreate, variantPatch, variantRecord } from './catalogue-contract.js';
import type { Product, Variant } from './item.js';
import { CHANGE_ERRORS, PRODUCTS_DELETE, PRODUCTS_READ, PRODUCTS_WRITE, productId, productOf } from './product-access.js';
import { priceCents } from './product-fields.js';

const variantId = productId.extend({ variantId: idSchema });

/** The versions of a product, each with its own price; and the price of either. */
export function productVariantProcedures() {
  return {
    listVariants: defineProcedure({
      type: 'query',
      access: PRODUCTS_READ,
      summary: 'The variants of a product, in their order.',
      input: productId,
      output: z.array(variantRecord),
      errors: ['unknown_item'],
      run: async (context, { id }) => (await productOf(context, id)).variants,
    }),
    createVariant: defineProcedure({
      type: 'mutation',
      access: PRODUCTS_WRITE,
      summary: 'Adds a variant at the end. The first takes the place of the product itself, whose stock must be 0 then.',
      input: productId.extend(variantCreate.shape),
      output: variantRecord,
      errors: [...CHANGE_ERRORS, 'duplicate_sku', 'in_use'],
      run: async (context, { id, ...fields }) => {
        const variant = { ...fields, id: context.services.ids.uuid(), externalId: null };
        await context.services.products.setVariants(siteScopeOf(context), id, (variants) => [...variants, variant]);
        return variant;
      },
    }),
    updateVariant: defineProcedure({
      type: 'mutation',
      access: PRODUCTS_WRITE,
      summary: 'Changes the fields of a variant that are sent; null clears, `position` (from 0) moves it.',
      input: variantId.extend(variantPatch.shape),
      output: variantRecord,
      errors: [...CHANGE_ERRORS, 'unknown_record', 'duplicate_sku'],
      run: async (context, { id, variantId: chosen, position, ...patch }) => {
        const decide = (variants: readonly Variant[]) => moved(changed(variants, chosen, patch), chosen, position);
        return variantIn(await context.services.products.setVariants(siteScopeOf(context), id, decide), chosen);
      },
    }),
    deleteVariant: defineProcedure({
      type: 'mutation',
      access: PRODUCTS_DELETE,
      summary: 'Removes a variant, of which there is no stock and which no bundle contains.',
      input: variantId,
      output: productRecord,
      errors: [...CHANGE_ERRORS, 'unknown_record', 'in_use'],
      run: (context, { id, variantId: chosen }) =>
        context.services.products.setVariants(siteScopeOf(context), id, (variants) => {
          mustBeAmong(variants, chosen);
          return variants.filter((variant) => variant.id !== chosen);
        }),
    }),
    setPrice: defineProcedure({
      type: 'mutation',
      access: PRODUCTS_WRITE,
      summary: 'Sets the price of a product, or of the variant named.',
      input: productId.extend({ variantId: idSchema.nullable().default(null), priceCents }),
      output: productRecord,
      errors: [...CHANGE_ERRORS, 'unknown_record'],
      run: (context, { id, variantId: chosen, ...price }) => {
        const { products } = context.services;
        const scope = siteScopeOf(context);
        if (chosen === null) return products.update(scope, id, price);
        return products.setVariants(scope, id, (variants) => changed(variants, chosen, price));
      },
    }),
  };
}

type VariantPatch = { readonly [Field in keyof Omit<Variant, 'id'>]?: Variant[Field] | undefined };

function changed(variants: readonly Variant[], id: string, patch: VariantPatch): readonly Variant[] {
  mustBeAmong(variants, id);
  const named = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
  return variants.map((variant) => (variant.id === id ? { ...variant, ...named } : variant));
}

function moved(variants: readonly Variant[], id: string, position: number | undefined): readonly Variant[] {
  if (position === undefined) return variants;
  const others = variants.filter((variant) => variant.id !== id);
  const chosen = variants.filter((variant) => variant.id === id);
  return [...others.slice(0, position), ...chosen, ...others.slice(position)];
}

function mustBeAmong(variants: readonly Variant[], id: string): void {
  if (!variants.some((variant) => variant.id === id)) throw new DomainError('unknown_record');
}

function variantIn({ variants }: Product, id: string): Variant {
  const variant = variants.find((candidate) => candidate.id === id);
  if (variant === undefined) throw new DomainError('unknown_record');
  return variant;
}
