import { z } from 'zod';
import { DomainError, type ErrorCode } from '../kit/errors.js';
import { type CallContext, siteScopeOf } from '../kit/procedure.js';
import { idSchema } from '../kit/validate.js';
import type { Product } from './item.js';

/** What the procedures of the `products` router share. */

export const PRODUCTS_READ = { kind: 'permission', permissions: ['products:read'] } as const;
export const PRODUCTS_WRITE = { kind: 'permission', permissions: ['products:write'] } as const;
export const PRODUCTS_DELETE = { kind: 'permission', permissions: ['products:delete'] } as const;

export const productId = z.object({ id: idSchema });

/** What every change of one product may be refused with. */
export const CHANGE_ERRORS = ['unknown_item', 'managed_by_sync'] as const satisfies readonly ErrorCode[];

/** The product, which must exist and not be deleted. Throws `unknown_item`. */
export async function productOf(context: CallContext, id: string): Promise<Product> {
  return found(await context.services.views.products.get(siteScopeOf(context), id));
}

/** Throws `unknown_item` in place of nothing. */
export function found(product: Product | null): Product {
  if (product === null) throw new DomainError('unknown_item');
  return product;
}
