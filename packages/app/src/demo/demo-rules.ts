import { couponFields } from '@comptoir/core/coupons/coupon-contract.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { newlyVersioned } from '@comptoir/core/kit/versioned.js';
import type { Services } from '@comptoir/core/services.js';
import { methodFields, zoneFields } from '@comptoir/core/shipping/shipping-contract.js';
import { defaultRatesOf } from '@comptoir/core/tax-rates/default-rates.js';

/** The French rates, parcels within France, and a coupon for a first order. */
export async function setSellingRules({ unitOfWork, coupons, ids, clock }: Services, scope: Scope): Promise<void> {
  const isNew = () => newlyVersioned(ids.uuid(), clock.now());
  await unitOfWork(scope, async (_services, { taxRates, shippingZones, shippingMethods }) => {
    for (const rate of defaultRatesOf('FR')) await taxRates.create(scope, { ...rate, ...isNew() });
    const zone = await shippingZones.create(scope, { ...zoneFields.parse({ name: 'France', countries: ['FR'] }), ...isNew() });
    await shippingMethods.create(scope, { ...methodFields.parse({ ...PARCEL, zoneId: zone.id }), ...isNew() });
  });
  await coupons.create(scope, couponFields.parse(WELCOME));
}

const PARCEL = {
  name: 'Colissimo à domicile',
  carrier: 'La Poste',
  prices: [
    { maxWeightGrams: 1000, priceCents: 790 },
    { maxWeightGrams: 5000, priceCents: 1290 },
  ],
  freeFromCents: 9000,
  taxBasisPoints: 2000,
  deliveryDaysMin: 2,
  deliveryDaysMax: 3,
  trackingUrl: 'https://www.laposte.fr/outils/suivre-vos-envois?code={number}',
};

const WELCOME = {
  code: 'BIENVENUE',
  description: '10 % sur la première commande',
  kind: 'percent',
  value: 1000,
  firstOrderOnly: true,
  limitPerClient: 1,
};
