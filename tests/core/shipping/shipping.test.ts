import { methodTrackingUrl, offersFor, priceFor, zoneOf } from '@comptoir/core/shipping/shipping.js';
import { shippingRouter } from '@comptoir/core/shipping/shipping-procedures.js';
import { expect } from 'chai';
import { aProduct, aVariant } from '../../suites/builders.js';
import { aMethod, aZone } from '../../suites/reference-builders.js';
import { refusalOf } from '../../suites/suite.js';
import { anOrganisation, callsOf } from '../organisation.js';
import { aBench } from '../support.js';

const step = (maxWeightGrams: number | null, maxTotalCents: number | null, priceCents: number) => ({
  maxWeightGrams,
  maxTotalCents,
  priceCents,
});

describe('the zone of an address', () => {
  const corsica = aZone({ name: 'Corse', postcodes: [{ prefix: '20' }], position: 0 });
  const overseas = aZone({ name: 'Outre-mer', postcodes: [{ from: '97000', to: '98999' }], position: 1 });
  const france = aZone({ name: 'France', position: 2 });
  const britain = aZone({ name: 'Londres', countries: ['GB'], postcodes: [{ prefix: 'ec1' }], position: 3 });
  const zones = [france, britain, overseas, corsica];
  const nameOf = (country: string, postcode: string | null) => zoneOf(zones, country, postcode)?.name ?? null;

  it('is the first by position that fits country and postcode', () => {
    expect(nameOf('FR', '20137')).to.equal('Corse');
    expect(nameOf('FR', '97110')).to.equal('Outre-mer');
    expect(nameOf('FR', '29200')).to.equal('France');
    expect(nameOf('FR', null)).to.equal('France');
  });

  it('does not care how a postcode is written', () => {
    expect(nameOf('GB', 'EC1A 1BB')).to.equal('Londres');
    expect(nameOf('GB', ' ec1a-1bb ')).to.equal('Londres');
  });

  it('is none where nothing is delivered', () => {
    expect(nameOf('DE', '10115')).to.equal(null);
    expect(nameOf('GB', null)).to.equal(null);
    expect(nameOf('GB', 'W1')).to.equal(null);
  });

  it('compares ranges among postcodes of the same length only', () => {
    const range = [aZone({ postcodes: [{ from: '1000', to: '1999' }] })];
    expect(['1000', '1999', '1500'].map((postcode) => zoneOf(range, 'FR', postcode) !== null)).to.deep.equal([true, true, true]);
    expect(['0999', '2000', '15000', '150'].map((postcode) => zoneOf(range, 'FR', postcode))).to.deep.equal([null, null, null, null]);
  });
});

describe('the price of a delivery', () => {
  const method = aMethod('z', { prices: [step(500, null, 390), step(2000, 10_000, 690), step(2000, null, 490)], freeFromCents: 20_000 });

  it('is that of the first step the parcel fits', () => {
    const priceOf = (weightGrams: number, totalCents: number) => priceFor(method, { weightGrams, totalCents });
    expect([priceOf(0, 100), priceOf(500, 19_999), priceOf(501, 10_000), priceOf(501, 10_001)]).to.deep.equal([390, 390, 690, 490]);
    expect([priceOf(100, 20_000), priceOf(2001, 100), priceOf(2001, 20_000)], 'too heavy is never delivered').to.deep.equal([
      0,
      null,
      null,
    ]);
  });

  it('contains its tax, and methods that are off or too small are not offered', () => {
    const offers = offersFor(
      [
        aMethod('z', { name: 'B', position: 2, taxBasisPoints: 2000, prices: [step(null, null, 600)] }),
        aMethod('z', { name: 'A', position: 1, prices: [step(null, null, 0)] }),
        aMethod('z', { name: 'Off', active: false }),
        aMethod('z', { name: 'Small', prices: [step(10, null, 100)] }),
      ],
      { weightGrams: 100, totalCents: 100 },
    );
    expect(offers.map(({ name, priceCents, taxCents }) => [name, priceCents, taxCents])).to.deep.equal([
      ['A', 0, 0],
      ['B', 600, 100],
    ]);
  });
});

describe('the address where a parcel is followed', () => {
  it('has the number in it, and nothing of the number is taken for the address', () => {
    const method = { trackingUrl: 'https://parcels.example/{number}?code={number}' };
    expect(methodTrackingUrl(method, '6A 12/34$&')).to.equal('https://parcels.example/6A%2012%2F34%24%26?code=6A%2012%2F34%24%26');
    expect(methodTrackingUrl({ trackingUrl: null }, '6A')).to.equal(null);
  });
});

async function aShop() {
  const bench = aBench();
  const organisation = await anOrganisation(bench);
  const { scope } = organisation;
  const heavy = aProduct({ id: 'poele', priceCents: 4000, weightGrams: 1500 });
  const shirt = aProduct({ id: 'chemise', weightGrams: 200, variants: [aVariant({ id: 'l', priceCents: 3000 })] });
  await bench.persistence.transact(scope, ({ products }) => products.create(scope, [heavy, shirt]));
  const { call } = await organisation.joinAs('manager');
  return { call, shipping: callsOf('shipping', shippingRouter()) };
}

describe('the shipping router', () => {
  it('quotes what items cost to deliver', async () => {
    const { call, shipping } = await aShop();
    const zone = await shipping('createZone', call, { name: 'France', countries: ['FR'] });
    const method = await shipping('createMethod', call, {
      zoneId: zone.id,
      name: 'Colissimo',
      taxBasisPoints: 2000,
      prices: [
        { maxWeightGrams: 1800, priceCents: 600 },
        { maxWeightGrams: 5000, priceCents: 990 },
      ],
      freeFromCents: 7000,
    });
    const quote = (items: { productId: string; variantId?: string; quantity?: number }[]) =>
      shipping('quote', call, { country: 'FR', postcode: '29200', items });

    const one = await quote([{ productId: 'poele' }, { productId: 'chemise', variantId: 'l' }]);
    expect([one.zoneId, one.weightGrams, one.totalCents]).to.deep.equal([zone.id, 1700, 7000]);
    expect(one.methods.map(({ methodId, priceCents }) => [methodId, priceCents])).to.deep.equal([[method.id, 0]]);
    expect((await quote([{ productId: 'poele' }])).methods[0]?.priceCents).to.equal(600);
    expect((await quote([{ productId: 'poele', quantity: 4 }])).methods).to.deep.equal([]);
    for (const item of [{ productId: 'nothing' }, { productId: 'chemise', variantId: 'xl' }]) {
      expect((await refusalOf(quote([item]))).code).to.equal('unknown_item');
    }
  });

  it('quotes a weight and a total, and nothing where no zone fits', async () => {
    const { call, shipping } = await aShop();
    const parcel = { weightGrams: 100, totalCents: 100 };

    expect(await shipping('quote', call, { country: 'FR', ...parcel })).to.deep.equal({ zoneId: null, methods: [], ...parcel });
    expect((await refusalOf(shipping('quote', call, { country: 'FR', weightGrams: 100 }))).code).to.equal('invalid_request');
  });

  it('refuses rules that cannot be meant', async () => {
    const { call, shipping } = await aShop();
    const zone = await shipping('createZone', call, { name: 'France', countries: ['FR'] });
    const zoneFault = async (postcodes: { from: string; to: string }[]) =>
      (await refusalOf(shipping('createZone', call, { name: 'Z', countries: ['FR'], postcodes }))).code;
    const method = { zoneId: zone.id, name: 'M', taxBasisPoints: 0, prices: [{ priceCents: 1 }] };
    const methodFault = async (changes: object) => (await refusalOf(shipping('createMethod', call, { ...method, ...changes }))).code;

    expect(await zoneFault([{ from: '2000', to: '1000' }])).to.equal('invalid_request');
    expect(await zoneFault([{ from: '1000', to: '20000' }])).to.equal('invalid_request');
    expect(await methodFault({ deliveryDaysMin: 5, deliveryDaysMax: 2 })).to.equal('invalid_request');
    for (const trackingUrl of ['http://a.example/{number}', 'https://a.example/', 'https://{number}.example/', 'javascript:{number}']) {
      expect(await methodFault({ trackingUrl }), trackingUrl).to.equal('invalid_request');
    }
    expect(await methodFault({ zoneId: 'nothing' })).to.equal('unknown_record');
    const made = await shipping('createMethod', call, { ...method, deliveryDaysMin: 2, deliveryDaysMax: 3 });
    expect((await refusalOf(shipping('updateMethod', call, { id: made.id, deliveryDaysMax: 1 }))).code).to.equal('invalid_request');
    expect((await refusalOf(shipping('deleteZone', call, { id: zone.id }))).code).to.equal('in_use');
  });
});
