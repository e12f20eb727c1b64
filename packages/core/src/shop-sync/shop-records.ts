import type { PostalAddress } from '../kit/postal-address.js';

/**
 * What an online shop keeps, as this platform reads it: whatever the shop is built with. Amounts are whole cents, rounded half away from zero
 * from the shop's decimals, never from floats; ids are the shop's own, as text; `'0'` and `''` are no id and are null here. Instants were
 * wall times of the shop's zone.
 */

export const SHOP_ENTITIES = ['vendors', 'categories', 'products', 'customers', 'orders'] as const;
export type ShopEntity = (typeof SHOP_ENTITIES)[number];

/** A record of the shop that changes as a whole. */
export interface ShopRecord {
  readonly externalId: string;
  /** When the shop says that it changed last; null: it does not keep that. Parts of it may change without (`facts` of each shop). */
  readonly updatedAt: Date | null;
}

/** How far an order is, whatever the states of a shop are called. */
export const SHOP_PHASES = ['awaiting', 'paid', 'preparing', 'shipped', 'delivered', 'cancelled'] as const;
export type ShopPhase = (typeof SHOP_PHASES)[number];

export interface ShopOrder extends ShopRecord {
  /** What the shop tells its customer; several orders of one cart share it. */
  readonly reference: string | null;
  readonly state: { readonly id: string; readonly name: string; readonly phase: ShopPhase };
  readonly placedAt: Date;
  /** Null: the order names nobody, or somebody who is gone. */
  readonly customerId: string | null;
  /** ISO 4217. */
  readonly currency: string;
  readonly lines: readonly ShopOrderLine[];
  /** Null: nothing is carried. */
  readonly shipping: ShopCharge | null;
  /** Gift wrapping. */
  readonly wrapping: ShopCharge | null;
  /** What vouchers take off the whole, incl. tax, from 0. */
  readonly discountCents: number;
  /** What the customer owes, as the shop reckoned it. It may differ from what the lines add up to by some cents. */
  readonly totalCents: number;
  readonly paidCents: number;
  readonly billingAddress: PostalAddress | null;
  readonly deliveryAddress: PostalAddress | null;
  readonly paymentName: string | null;
  readonly carrierName: string | null;
  readonly trackingNumber: string | null;
  readonly note: string | null;
  /** The totals and rounding modes of the shop, as it wrote them. */
  readonly verbatim: Readonly<Record<string, string>>;
}

export interface ShopOrderLine {
  /** Stays the line's own as long as the order lives. */
  readonly externalId: string;
  readonly productId: string | null;
  readonly combinationId: string | null;
  readonly name: string;
  readonly sku: string | null;
  /** From 1. */
  readonly quantity: number;
  /** Of one, incl. tax. */
  readonly unitPriceCents: number;
  /** Contained in the price; null: unknown, which is not 0. */
  readonly taxBasisPoints: number | null;
}

export interface ShopCharge {
  readonly amountCents: number;
  readonly taxBasisPoints: number | null;
}

export interface ShopCustomer extends ShopRecord {
  /** Lower-case; null where there is none that can be one. Several guests may share an address. */
  readonly email: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly company: string | null;
  readonly registration: string | null;
  readonly vatNumber: string | null;
  readonly phone: string | null;
  readonly language: string | null;
  /** `YYYY-MM-DD` */
  readonly birthday: string | null;
  /** Ordered without an account. */
  readonly guest: boolean;
  readonly active: boolean;
  readonly newsletter: boolean;
  readonly createdAt: Date | null;
  readonly addresses: readonly (PostalAddress & { readonly externalId: string; readonly label: string | null })[];
  /** The shop keeps it, and says that it is deleted. */
  readonly deleted: boolean;
}

/** Suppliers and manufacturers are numbered apart: the same id names two different ones. */
export const VENDOR_TYPES = ['supplier', 'manufacturer'] as const;
export type VendorType = (typeof VENDOR_TYPES)[number];

export interface ShopVendor extends ShopRecord {
  readonly type: VendorType;
  readonly name: string;
  readonly active: boolean;
}

export interface ShopCategory extends ShopRecord {
  readonly name: string;
  /** Null: under the root. */
  readonly parentId: string | null;
  readonly position: number;
  readonly active: boolean;
}

export interface ShopProduct extends ShopRecord {
  readonly name: string;
  readonly description: string | null;
  readonly reference: string | null;
  readonly barcode: string | null;
  /** Without tax, as the shop's decimal text, such as `24.166667`. */
  readonly netPrice: string;
  /** Null: unknown, which is not 0. */
  readonly taxBasisPoints: number | null;
  readonly purchasePriceCents: number | null;
  readonly weightGrams: number | null;
  readonly widthMm: number | null;
  readonly heightMm: number | null;
  readonly depthMm: number | null;
  readonly active: boolean;
  /** Saved once, not a draft. */
  readonly kind: 'simple' | 'bundle' | 'virtual';
  readonly categoryId: string | null;
  readonly categoryIds: readonly string[];
  readonly supplierId: string | null;
  readonly supplierReference: string | null;
  readonly manufacturerId: string | null;
  readonly manufacturerName: string | null;
  /** In order of display; empty: sold as it is. */
  readonly combinations: readonly ShopCombination[];
  readonly bundle: readonly { readonly productId: string; readonly combinationId: string | null; readonly quantity: number }[];
  /** Of the product without combinations; null: unknown. */
  readonly quantity: number | null;
  /** Address of the picture the shop shows first. */
  readonly photo: string | null;
}

export interface ShopCombination {
  readonly externalId: string;
  /** Such as `Red, M`. */
  readonly name: string;
  readonly reference: string | null;
  readonly barcode: string | null;
  /** Added to that of the product, without tax, as decimal text. */
  readonly netPriceImpact: string;
  readonly purchasePriceCents: number | null;
  readonly quantity: number | null;
}
