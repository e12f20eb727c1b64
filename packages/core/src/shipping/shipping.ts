import { byPosition } from '../catalogue/item.js';
import { includedTaxCents } from '../kit/money.js';
import type { VersionedRecord } from '../kit/versioned.js';

/** Postcodes that begin with the same, or those from one to another of the same length. */
export type PostcodeRule = { readonly prefix: string } | { readonly from: string; readonly to: string };

/** Where deliveries cost the same. */
export interface ShippingZone extends VersionedRecord {
  readonly name: string;
  /** ISO 3166-1 alpha-2. */
  readonly countries: readonly string[];
  /** One of them must fit; empty: the whole of the countries. */
  readonly postcodes: readonly PostcodeRule[];
  /** An address belongs to the first zone it fits, by position: narrow zones stand before wide ones. */
  readonly position: number;
}

/** A step of a price table: what deliveries cost up to a weight and up to an order total; null: any. */
export interface ShippingPrice {
  readonly maxWeightGrams: number | null;
  readonly maxTotalCents: number | null;
  /** Including tax. */
  readonly priceCents: number;
}

/** A way to deliver within a zone. */
export interface ShippingMethod extends VersionedRecord {
  readonly zoneId: string;
  readonly name: string;
  readonly carrier: string | null;
  /** The first step that the delivery fits is what it costs; none: it is not delivered that way. */
  readonly prices: readonly ShippingPrice[];
  /** Orders from this total on are delivered for nothing; null: none. */
  readonly freeFromCents: number | null;
  /** Tax contained in the price. */
  readonly taxBasisPoints: number;
  readonly deliveryDaysMin: number;
  readonly deliveryDaysMax: number;
  /** An address with `{number}` in it; null: parcels cannot be followed. */
  readonly trackingUrl: string | null;
  readonly active: boolean;
  readonly position: number;
}

export interface Parcel {
  readonly weightGrams: number;
  /** What is ordered comes to, delivery apart. */
  readonly totalCents: number;
}

/** A method offered for a parcel. */
export interface ShippingOffer {
  readonly methodId: string;
  readonly name: string;
  readonly carrier: string | null;
  /** Including tax. */
  readonly priceCents: number;
  readonly taxCents: number;
  readonly taxBasisPoints: number;
  readonly deliveryDaysMin: number;
  readonly deliveryDaysMax: number;
}

/** The zone of an address: the first that fits. Null: nothing is delivered there. */
export function zoneOf(zones: readonly ShippingZone[], country: string, postcode: string | null): ShippingZone | null {
  const fits = ({ countries, postcodes }: ShippingZone) =>
    countries.includes(country) && (postcodes.length === 0 || postcodes.some((rule) => fitsRule(rule, postcodeKeyOf(postcode ?? ''))));
  return [...zones].sort(byPosition).find(fits) ?? null;
}

/** A postcode as it is compared: `1010 ab` and `1010-AB` are the same. */
export function postcodeKeyOf(postcode: string): string {
  return postcode.toUpperCase().replace(/[\s-]+/g, '');
}

function fitsRule(rule: PostcodeRule, postcode: string): boolean {
  if ('prefix' in rule) return postcode.startsWith(postcodeKeyOf(rule.prefix));
  const [from, to] = [postcodeKeyOf(rule.from), postcodeKeyOf(rule.to)];
  return postcode.length === from.length && from <= postcode && postcode <= to;
}

/** What the method costs for the parcel; null: it does not take it. */
export function priceFor({ prices, freeFromCents }: ShippingMethod, { weightGrams, totalCents }: Parcel): number | null {
  const step = prices.find(
    ({ maxWeightGrams, maxTotalCents }) =>
      (maxWeightGrams === null || weightGrams <= maxWeightGrams) && (maxTotalCents === null || totalCents <= maxTotalCents),
  );
  if (step === undefined) return null;
  return freeFromCents !== null && totalCents >= freeFromCents ? 0 : step.priceCents;
}

/** The methods that take the parcel, in order of display. */
export function offersFor(methods: readonly ShippingMethod[], parcel: Parcel): readonly ShippingOffer[] {
  return [...methods]
    .filter(({ active }) => active)
    .sort(byPosition)
    .flatMap((method) => {
      const priceCents = priceFor(method, parcel);
      return priceCents === null ? [] : [offerOf(method, priceCents)];
    });
}

function offerOf(method: ShippingMethod, priceCents: number): ShippingOffer {
  const { id, name, carrier, taxBasisPoints, deliveryDaysMin, deliveryDaysMax } = method;
  const taxCents = includedTaxCents(priceCents, taxBasisPoints);
  return { methodId: id, name, carrier, priceCents, taxCents, taxBasisPoints, deliveryDaysMin, deliveryDaysMax };
}

/** Where a parcel is followed: the template with the number in it, safe in a URL. Null where there is none. */
export function methodTrackingUrl({ trackingUrl }: Pick<ShippingMethod, 'trackingUrl'>, number: string): string | null {
  return trackingUrl === null ? null : trackingUrl.replaceAll('{number}', () => encodeURIComponent(number));
}
