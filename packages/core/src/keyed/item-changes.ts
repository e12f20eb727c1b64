import type { OptionGroup, Variant } from '../catalogue/item.js';
import type { ProductFields, ProductPatch } from '../catalogue/products-service.js';
import type { ItemCreate, ItemUpdate } from './item-contract.js';

/** What the catalogue is asked to change for an `ItemUpdate`. */
export interface ItemChanges {
  readonly patch: ProductPatch;
  /** The variants that are to follow those before; null: they stay. */
  readonly variants: ((before: readonly Variant[]) => readonly Variant[]) | null;
}

/** Sold out until somebody says otherwise. */
const UNTIL_FURTHER_NOTICE = new Date('9999-01-01T00:00:00Z');

/** The product that an `ItemCreate` describes. `newId` gives the ids of variants, groups and options that name none. */
export function newProductOf(input: ItemCreate, newId: () => string): ProductFields {
  const { price, vatRate, available, description, sku, barcode, variants, optionGroups, ...same } = input;
  return {
    ...same,
    ...KEPT_BY_THE_TILL,
    priceCents: price,
    taxBasisPoints: vatRate,
    description: textOrNone(description),
    sku: textOrNone(sku),
    barcode: textOrNone(barcode),
    soldOutUntil: soldOutUntil(available),
    variants: variantsAfter([], variants, newId),
    optionGroups: groupsOf(optionGroups, newId),
  };
}

/** What the keyed API does not set. */
const KEPT_BY_THE_TILL = {
  managedBy: 'till',
  manageStock: false,
  bundle: [],
  reference: null,
  purchasePriceCents: null,
  weightGrams: null,
  widthMm: null,
  heightMm: null,
  depthMm: null,
  syncKey: null,
  externalId: null,
  defaultVendorId: null,
  data: {},
} as const;

/** The changes that an `ItemUpdate` asks for; what was not sent stays. */
export function changesOf(input: ItemUpdate, newId: () => string): ItemChanges {
  const { price, vatRate, available, description, sku, barcode, variants, optionGroups, ...same } = input;
  return {
    patch: {
      ...same,
      priceCents: price,
      taxBasisPoints: vatRate,
      description: ifSent(description, textOrNone),
      sku: ifSent(sku, textOrNone),
      barcode: ifSent(barcode, textOrNone),
      soldOutUntil: ifSent(available, soldOutUntil),
      optionGroups: ifSent(optionGroups, (groups) => groupsOf(groups, newId)),
    },
    variants: variants === undefined ? null : (before) => variantsAfter(before, variants, newId),
  };
}

function ifSent<Sent, Value>(sent: Sent | undefined, read: (sent: Sent) => Value): Value | undefined {
  return sent === undefined ? undefined : read(sent);
}

function textOrNone(text: string | null): string | null {
  return text || null;
}

function soldOutUntil(available: boolean): Date | null {
  return available ? null : UNTIL_FURTHER_NOTICE;
}

/** A variant that is known by its id keeps its link to the online shop, and the codes that were not sent. */
function variantsAfter(before: readonly Variant[], sent: ItemCreate['variants'], newId: () => string): readonly Variant[] {
  const known = new Map(before.map((variant) => [variant.id, variant]));
  return sent.map(({ id = newId(), name, price, sku, barcode }) => ({
    id,
    name,
    priceCents: price,
    sku: textOrNone(sku === undefined ? (known.get(id)?.sku ?? null) : sku),
    barcode: textOrNone(barcode === undefined ? (known.get(id)?.barcode ?? null) : barcode),
    syncKey: known.get(id)?.syncKey ?? null,
    externalId: known.get(id)?.externalId ?? null,
  }));
}

function groupsOf(sent: ItemCreate['optionGroups'], newId: () => string): readonly OptionGroup[] {
  return sent.map(({ id = newId(), name, min, max, options }) => ({
    id,
    name,
    min,
    max,
    options: options.map((option) => ({ id: option.id ?? newId(), name: option.name, priceCents: option.price })),
  }));
}
