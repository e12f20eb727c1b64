import { randomUUID } from 'node:crypto';
import type { Coupon } from '@comptoir/core/coupons/coupon.js';
import type { NewRedemption } from '@comptoir/core/coupons/coupon-store.js';
import type { KbArticle, KbCategory, KbTranslation } from '@comptoir/core/helpdesk-kb/kb-article.js';
import { newlyVersioned } from '@comptoir/core/kit/versioned.js';
import type { ShippingMethod, ShippingZone } from '@comptoir/core/shipping/shipping.js';
import type { TaxRate } from '@comptoir/core/tax-rates/tax-rate.js';
import { freshName, NOON } from './builders.js';

/** Reference data with every field filled in; a test names only the fields it is about. */

const isNew = () => newlyVersioned(randomUUID(), NOON);

/** 20 % in France, since ever. */
export function aTaxRate(changes: Partial<TaxRate> = {}): TaxRate {
  return {
    ...isNew(),
    name: 'TVA 20 %',
    country: 'FR',
    category: 'standard',
    basisPoints: 2000,
    validFrom: null,
    validTo: null,
    ...changes,
  };
}

/** 10 % off everything, for everybody, without end. */
export function aCoupon(changes: Partial<Coupon> = {}): Coupon {
  return {
    ...isNew(),
    code: freshName('BRAVO').toUpperCase(),
    description: null,
    kind: 'percent',
    value: 1000,
    active: true,
    validFrom: null,
    validTo: null,
    minimumCents: 0,
    maxDiscountCents: null,
    limit: null,
    limitPerClient: null,
    productIds: [],
    categoryIds: [],
    firstOrderOnly: false,
    stackable: false,
    batchId: null,
    redeemed: 0,
    redeemedCents: 0,
    ...changes,
  };
}

export function aRedemption(couponId: string, changes: Partial<NewRedemption> = {}): NewRedemption {
  return { id: randomUUID(), couponId, orderId: randomUUID(), clientId: null, amountCents: 100, at: NOON, ...changes };
}

/** The whole of France. */
export function aZone(changes: Partial<ShippingZone> = {}): ShippingZone {
  return { ...isNew(), name: 'France', countries: ['FR'], postcodes: [], position: 0, ...changes };
}

/** Any parcel for 4.90 €. */
export function aMethod(zoneId: string, changes: Partial<ShippingMethod> = {}): ShippingMethod {
  return {
    ...isNew(),
    zoneId,
    name: 'Colis',
    carrier: 'La Poste',
    prices: [{ maxWeightGrams: null, maxTotalCents: null, priceCents: 490 }],
    freeFromCents: null,
    taxBasisPoints: 2000,
    deliveryDaysMin: 2,
    deliveryDaysMax: 3,
    trackingUrl: 'https://www.laposte.fr/outils/suivre-vos-envois?code={number}',
    active: true,
    position: 0,
    ...changes,
  };
}

export function aTranslation(changes: Partial<KbTranslation> = {}): KbTranslation {
  return { title: 'Retourner un article', slug: freshName('retours'), summary: null, body: 'Sous 14 jours.', ...changes };
}

/** A published article in French. */
export function anArticle(changes: Partial<KbArticle> = {}): KbArticle {
  return {
    ...isNew(),
    categoryId: null,
    status: 'published',
    publishedAt: NOON,
    position: 0,
    tags: [],
    translations: { fr: aTranslation() },
    ...changes,
  };
}

export function aKbCategory(changes: Partial<KbCategory> = {}): KbCategory {
  return {
    ...isNew(),
    position: 0,
    translations: { fr: { name: 'Livraison', slug: freshName('livraison'), description: null } },
    ...changes,
  };
}
