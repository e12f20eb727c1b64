import { isAvailable } from '@comptoir/core/catalogue/item.js';
import { expect } from 'chai';
import { aCategory, anItem, aProduct, aScope, FIRST_PAGE, minutesAfter, NOON } from '../../suites/builders.js';
import { refusalOf } from '../../suites/suite.js';
import { aBench, aRestaurant } from '../support.js';

async function aCatalogue() {
  const bench = aBench();
  const item = anItem({ id: 'galette' });
  const { scope, site } = await aRestaurant(bench, {}, { items: [item] });
  const version = async () => (await bench.services.views.sites.versionBySlug(site.slug))?.version;
  return { ...bench, catalogue: bench.services.catalogue, scope, site, item, version };
}

describe('changing the catalogue', () => {
  it('raises the version of the establishment with every change, and tells who listens', async () => {
    const { catalogue, scope, site, version, heard } = await aCatalogue();
    const category = aCategory();
    const changes = [
      () => catalogue.categories.create(scope, category),
      () => catalogue.categories.update(scope, category.id, { name: 'Thés' }),
      () => catalogue.categories.delete(scope, category.id),
    ];
    for (const [index, change] of changes.entries()) {
      await change();
      expect(await version()).to.equal(index + 2);
      expect(heard).to.have.length(index + 1);
    }
    expect(heard[0]).to.deep.equal({ kind: 'site-changed', siteId: site.id });
  });

  it('leaves the version alone when it only reads', async () => {
    const { catalogue, scope, version, heard } = await aCatalogue();
    await catalogue.categories.list(scope, FIRST_PAGE);
    await catalogue.categories.get(scope, 'nothing');

    expect([await version(), heard.length]).to.deep.equal([1, 0]);
  });

  it('changes and tells nothing where there is no such category', async () => {
    const { catalogue, scope, version, heard } = await aCatalogue();

    expect(await catalogue.categories.update(scope, 'nothing', { name: 'Thés' })).to.equal(null);
    expect(await catalogue.categories.delete(scope, 'nothing')).to.equal(false);
    expect([await version(), heard.length]).to.deep.equal([1, 0]);
  });

  it('is refused for an establishment that does not exist, and leaves nothing there', async () => {
    const { catalogue } = await aCatalogue();
    const scope = aScope();

    expect((await refusalOf(catalogue.categories.create(scope, aCategory()))).code).to.equal('unknown_shop');
    expect((await catalogue.categories.list(scope, FIRST_PAGE)).total).to.equal(0);
  });

  it('does not delete a category that items are in', async () => {
    const { catalogue, scope, persistence, version } = await aCatalogue();
    const category = aCategory();
    await catalogue.categories.create(scope, category);
    await persistence.transact(scope, (stores) => stores.products.create(scope, [aProduct({ categoryId: category.id })]));

    expect((await refusalOf(catalogue.categories.delete(scope, category.id))).code).to.equal('in_use');
    expect(await version()).to.equal(2);
  });
});

describe('an item', () => {
  it('is for sale unless it is sold out now', () => {
    const at = (soldOutUntil: Date | null) => isAvailable(anItem({ soldOutUntil }), NOON);

    expect([at(null), at(NOON), at(minutesAfter(NOON, -1)), at(minutesAfter(NOON, 1))]).to.deep.equal([true, true, true, false]);
  });
});
