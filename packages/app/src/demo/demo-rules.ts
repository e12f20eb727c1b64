import { couponFields } from '@comptoir/core/coupons/coupon-contract.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { newlyVersioned } from '@comptoir/core/kit/versioned.js';
import type { Services } from '@comptoir/core/services.js';
import { methodFields, zoneFields } from '@comptoir/core/shipping/shipping-contract.js';
import { defaultRatesOf } from '@comptoir/core/tax-rates/default-rates.js';

/** The French rates, parcels within France and to its neighbours, and coupons of every kind. */
export async function setSellingRules({ unitOfWork, coupons, ids, clock }: Services, scope: Scope): Promise<void> {
  const isNew = () => newlyVersioned(ids.uuid(), clock.now());
  await unitOfWork(scope, async (_services, { taxRates, shippingZones, shippingMethods }) => {
    for (const rate of defaultRatesOf('FR')) await taxRates.create(scope, { ...rate, ...isNew() });
    for (const [position, { methods, ...fields }] of ZONES.entries()) {
      const zone = await shippingZones.create(scope, { ...zoneFields.parse({ ...fields, position }), ...isNew() });
      for (const method of methods)
        await shippingMethods.create(scope, { ...methodFields.parse({ ...method, zoneId: zone.id }), ...isNew() });
    }
  });
  for (const coupon of COUPONS) await coupons.create(scope, couponFields.parse(coupon));
}

const HOME = {
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

const POINT = {
  ...HOME,
  name: 'Point relais',
  prices: [{ maxWeightGrams: 5000, priceCents: 490 }],
  deliveryDaysMin: 3,
  deliveryDaysMax: 5,
};
const ABROAD = { ...HOME, name: 'Colissimo International', prices: [{ priceCents: 1490 }], deliveryDaysMin: 3, deliveryDaysMax: 8 };

const ZONES = [
  { name: 'France', countries: ['FR', 'MC'], methods: [HOME, POINT] },
  { name: 'Europe', countries: ['AT', 'BE', 'CH', 'DE', 'ES', 'GB', 'IT', 'LU', 'NL', 'PT'], methods: [ABROAD] },
];

const COUPONS = [
  {
    code: 'BIENVENUE',
    description: '10 % sur la première commande',
    kind: 'percent',
    value: 1000,
    firstOrderOnly: true,
    limitPerClient: 1,
  },
  { code: 'PORTOFFERT', description: 'Livraison offerte dès 50 €', kind: 'freeShipping', value: 0, minimumCents: 5000, stackable: true },
  { code: 'MERCI-5', description: '5 € en remerciement, deux cents fois', kind: 'amount', value: 500, minimumCents: 3000, limit: 200 },
  {
    code: 'PAPETERIE-15',
    description: '15 % sur le papier',
    kind: 'percent',
    value: 1500,
    categoryIds: ['papier'],
    maxDiscountCents: 2000,
  },
];
