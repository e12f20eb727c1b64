import { DomainError } from '../kit/errors.js';
import { lineTotalCents, sumCents } from '../kit/money.js';
import type { Scope } from '../kit/scope.js';
import type { Views } from '../stores.js';
import { offersFor, type Parcel, type ShippingOffer, zoneOf } from './shipping.js';
import type { QuoteInput } from './shipping-contract.js';

export interface ShippingQuote extends Parcel {
  readonly zoneId: string | null;
  readonly methods: readonly ShippingOffer[];
}

/** The ways to deliver to an address and what each costs; none where no zone fits. Throws `unknown_item`. */
export async function quoteShipping(
  views: Pick<Views, 'products' | 'shippingMethods' | 'shippingZones'>,
  scope: Scope,
  input: QuoteInput,
): Promise<ShippingQuote> {
  const ofItems = await Promise.all(input.items.map((item) => parcelOf(views, scope, item)));
  const weightGrams = input.weightGrams ?? sumCents(ofItems.map((item) => item.weightGrams));
  const totalCents = input.totalCents ?? sumCents(ofItems.map((item) => item.totalCents));
  const zone = zoneOf(await views.shippingZones.ofCountry(scope, input.country), input.country, input.postcode);
  const methods = zone === null ? [] : offersFor(await views.shippingMethods.ofZone(scope, zone.id), { weightGrams, totalCents });
  return { zoneId: zone?.id ?? null, weightGrams, totalCents, methods };
}

/** What is ordered of a product, as a parcel. A product without a weight weighs nothing. */
async function parcelOf(
  { products }: Pick<Views, 'products'>,
  scope: Scope,
  { productId, variantId, quantity }: QuoteInput['items'][number],
): Promise<Parcel> {
  const product = await products.get(scope, productId);
  if (product === null || product.deletedAt !== null) throw new DomainError('unknown_item');
  const variant = product.variants.find(({ id }) => id === variantId);
  if (variantId !== null && variant === undefined) throw new DomainError('unknown_item');
  const priceCents = variant?.priceCents ?? product.priceCents;
  return { weightGrams: (product.weightGrams ?? 0) * quantity, totalCents: lineTotalCents(priceCents, quantity) };
}
