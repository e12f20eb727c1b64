import { vendorKey } from '@comptoir/core/shop-sync/products/known-shop.js';
import { type NamedVendor, newVendors, shopSideOf, vendorMaps } from '@comptoir/core/shop-sync/vendors/reconcile-vendors.js';
import { normalizedVendorName } from '@comptoir/core/shop-sync/vendors/vendor-name.js';
import { expect } from 'chai';
import fc from 'fast-check';
import { NOON } from '../../suites/builders.js';
import { aVendor } from '../../suites/vendor-builders.js';

const SAME = [
  ['Éclair', 'ECLAIR'],
  ['S.A.R.L. Dupont', 'SARL Dupont'],
  ['S A R L  dupont', 'sarl Dupont'],
  ['Grès & Cie', 'grès - cie'],
  ['Łuczak', 'LUCZAK '],
] as const;

const OTHER = [
  ['Dupont', 'Dupond'],
  ['Dupont SA', 'Dupont SARL'],
  ['Duran', 'Duran Duran'],
] as const;

describe('the normalized name of a vendor', () => {
  it('has no regard to case, accents, punctuation and the spacing of a legal form', () => {
    for (const [one, other] of SAME) expect(normalizedVendorName(one), one).to.equal(normalizedVendorName(other));
  });

  it('tells companies apart', () => {
    for (const [one, other] of OTHER) expect(normalizedVendorName(one), one).not.to.equal(normalizedVendorName(other));
    expect(normalizedVendorName('***')).to.equal('');
  });
});

const shopVendor: fc.Arbitrary<NamedVendor> = fc.record({
  type: fc.constantFrom('supplier', 'manufacturer'),
  externalId: fc.integer({ min: 1, max: 4 }).map(String),
  name: fc.option(fc.constantFrom('Éclair', 'ECLAIR', 'Dupont', 'S.A. Nord', 'SA nord', '***'), { nil: null }),
  active: fc.boolean(),
});
const keyOf = ({ type, externalId }: NamedVendor) => vendorKey(type, externalId);
const distinct = fc.uniqueArray(shopVendor, { selector: keyOf });

function making(missing: readonly NamedVendor[]) {
  const ids = missing.map((_, index) => `v${index}`).values();
  return newVendors(missing, [], () => ids.next().value ?? 'none', NOON);
}

describe('the reconciliation of vendors', () => {
  it('gives every number of the shop one vendor that stands, and one row of its own', () => {
    fc.assert(
      fc.property(distinct, (missing) => {
        const { created, holders } = making(missing);
        expect(created.map((vendor) => `${vendor.type}:${vendor.externalId}`)).to.deep.equal(missing.map(keyOf));
        for (const [index, vendor] of created.entries()) {
          const holder = holders.get(keyOf(missing[index] ?? expect.fail()));
          expect(holder?.mergedInto).to.equal(null);
          expect(vendor.mergedInto ?? vendor.id).to.equal(holder?.id);
        }
      }),
    );
  });

  it('makes one of two numbers only for one name of two types', () => {
    fc.assert(
      fc.property(distinct, (missing) => {
        const { created, holders } = making(missing);
        const merged = created.filter(({ mergedInto }) => mergedInto !== null);
        for (const { name, type, externalId } of merged) {
          const holder = holders.get(`${type}:${externalId}`);
          expect(holder?.type).not.to.equal(type);
          expect(normalizedVendorName(holder?.name ?? '')).to.equal(normalizedVendorName(name));
        }
      }),
    );
  });

  it('finds the shop’s side of a vendor by its type, and of one without a type in both maps', () => {
    const supplier = { type: 'supplier', externalId: '12', name: 'Argiles', active: true } as const;
    const manufacturer = { type: 'manufacturer', externalId: '12', name: 'Potiers', active: false } as const;
    const maps = vendorMaps([supplier, manufacturer, { ...manufacturer, externalId: '5' }]);
    const sideOf = (type: NamedVendor['type'] | null, externalId: string | null, name = 'X') =>
      shopSideOf(aVendor({ type, externalId, name }), maps);

    expect(sideOf('supplier', '12')).to.equal(supplier);
    expect(sideOf('manufacturer', '12')).to.equal(manufacturer);
    expect(sideOf('supplier', '5')).to.equal(null);
    expect(sideOf(null, '12')).to.equal(supplier);
    expect(sideOf(null, '12', 'POTIERS')).to.equal(manufacturer);
    expect(sideOf(null, '5')?.type).to.equal('manufacturer');
    expect(sideOf(null, null)).to.equal(null);
  });
});
