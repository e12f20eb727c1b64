import type { Product } from '@comptoir/core/catalogue/item.js';
import { expect } from 'chai';
import { aProduct } from '../../suites/builders.js';
import { aLinkedTill, aSyncItem, type LinkedTill, linkedTo } from './a-linked-till.js';

const named = (products: readonly Product[], name: string) => products.find((product) => product.name === name);
const errorsIn = ({ errors }: { readonly errors: readonly { readonly error: string; readonly key?: string | null | undefined }[] }) =>
  errors.map(({ key, error }) => `${key} ${error}`);

describe('the catalogue that a shop sends', () => {
  let till: LinkedTill;
  beforeEach(async () => {
    till = await aLinkedTill();
  });

  it('becomes items of the establishment, in categories by name, with their stock kept', async () => {
    const sizes = [
      { key: 'pull-s', name: 'S', price: 49.9, sku: 'PULL-S' },
      { key: 'pull-m', name: 'M', price: 52.5, barcode: '3760123456789' },
    ];
    const answer = await till.catalogue({
      categories: ['Céramique', { name: 'Laine', position: 7 }],
      items: [
        aSyncItem({ vatRate: 5.5, sku: 'TAS', category: 'Céramique', photo: 'https://shop.example/t.jpg', description: 'Grès' }),
        { key: 'pull', name: 'Pull', variants: sizes, category: 'Textile' },
      ],
    });

    expect(answer).to.deep.equal({ ok: true, applied: 2, ignored: 0, errors: [] });
    const categories = await till.persistence.views.catalogue.categories(till.scope);
    expect(categories.map(({ name }) => name)).to.have.members(['Céramique', 'Laine', 'Textile']);
    const products = await till.products();
    expect(named(products, 'Tasse')).to.deep.include({
      ...{ syncKey: 'tasse', priceCents: 1900, taxBasisPoints: 550, sku: 'TAS', managedBy: 'sync', visible: true, manageStock: true },
      categoryId: categories.find(({ name }) => name === 'Céramique')?.id,
    });
    const pull = named(products, 'Pull');
    expect(pull).to.include({ priceCents: 4990, taxBasisPoints: 2000 });
    expect(pull?.variants.map(({ syncKey, priceCents, sku }) => [syncKey, priceCents, sku])).to.deep.equal([
      ['pull-s', 4990, 'PULL-S'],
      ['pull-m', 5250, null],
    ]);
    expect(await till.stockOf('tasse')).to.equal(0);
    expect(await till.stockOf('pull-m')).to.equal(0);
  });

  it('writes nothing when it comes again', async () => {
    const data = {
      complete: true,
      categories: ['Céramique'],
      items: [aSyncItem({ category: 'Céramique', variants: [{ key: 'v', name: 'V', price: 2 }] })],
    };
    await till.catalogue(data);
    const [before, version, heard] = [
      await till.products(),
      (await till.persistence.views.sites.get(till.scope))?.version,
      till.heard.length,
    ];
    expect(await till.catalogue(data)).to.deep.equal({ ok: true, applied: 0, ignored: 1, errors: [] });
    expect(await till.products()).to.deep.equal(before);
    expect((await till.persistence.views.sites.get(till.scope))?.version).to.equal(version);
    expect(till.heard.length).to.equal(heard);
  });

  it('changes what was sent and leaves what was not, and what only the till knows', async () => {
    await till.catalogue({ items: [aSyncItem({ sku: 'TAS', description: 'Grès', category: 'Céramique', vatRate: 5.5 })] });
    const [before] = await till.products();
    await till.catalogue({ items: [aSyncItem({ price: 21, description: '' })] });
    const [after] = await till.products();
    expect(after).to.deep.include({ id: before?.id, priceCents: 2100, description: null, sku: 'TAS', taxBasisPoints: 550 });
    expect(after?.categoryId).to.equal(before?.categoryId);
  });

  it('hides what a complete one lacks, never deletes it, and shows it again when it is back', async () => {
    await till.catalogue({ items: [aSyncItem(), aSyncItem({ key: 'bol', name: 'Bol' })] });
    expect(await till.catalogue({ items: [aSyncItem()] })).to.include({ applied: 0 });
    expect(named(await till.products(), 'Bol')?.visible).to.equal(true);
    await till.catalogue({ complete: true, items: [aSyncItem()] });
    expect(named(await till.products(), 'Bol')?.visible).to.equal(false);
    await till.catalogue({ complete: true, items: [aSyncItem(), aSyncItem({ key: 'bol', name: 'Bol' })] });
    expect(named(await till.products(), 'Bol')?.visible).to.equal(true);
  });

  it('hides nothing while it cannot know what is missing', async () => {
    await till.catalogue({ items: [aSyncItem(), aSyncItem({ key: 'bol', name: 'Bol' })] });
    const answer = await till.catalogue({
      complete: true,
      items: [aSyncItem(), { name: 'Bol', price: 1 }, aSyncItem({ key: 'bol', price: -1 })],
    });
    expect(errorsIn(answer)).to.deep.equal(['null invalid_item', 'bol invalid_item']);
    expect(named(await till.products(), 'Bol')?.visible).to.equal(true);
  });

  it('never touches what the till, an online shop or another link keeps', async () => {
    const [mine, imported] = [
      aProduct({ name: 'Maison', syncKey: 'maison', visible: true }),
      aProduct({ name: 'Importé', managedBy: 'sync', externalId: '7', syncKey: 'importe' }),
    ];
    await till.persistence.transact(till.scope, ({ products }) => products.create(till.scope, [mine, imported]));
    const other = await linkedTo(till, till);
    await other.catalogue({ items: [aSyncItem({ key: 'theirs', name: 'Autre' })] });
    const before = await till.products();

    const items = ['maison', 'importe', 'theirs'].map((key) => aSyncItem({ key, name: 'Volé' }));
    const answer = await till.catalogue({ complete: true, items });
    expect(errorsIn(answer)).to.deep.equal(['maison managed_by_till', 'importe duplicate_key', 'theirs duplicate_key']);
    await till.catalogue({ complete: true, items: [] });
    expect(await till.products()).to.deep.equal(before);
  });

  it('takes over what a link that is no more has left', async () => {
    const other = await linkedTo(till, till);
    await other.catalogue({ items: [aSyncItem()] });
    await till.services.syncLinks.revoke(till.scope, other.link.id);
    expect(await till.catalogue({ items: [aSyncItem({ price: 5 })] })).to.include({ applied: 1 });
    expect(await till.products()).to.have.length(1);
  });

  it('applies the others when one is bad', async () => {
    await till.persistence.transact(till.scope, ({ products }) => products.create(till.scope, [aProduct({ sku: 'PRIS' })]));
    const answer = await till.catalogue({
      items: [
        'nonsense',
        aSyncItem(),
        aSyncItem({ name: 'Encore' }),
        aSyncItem({ key: 'a', sku: 'PRIS' }),
        aSyncItem({ key: 'b', price: undefined }),
        aSyncItem({ key: 'c', variants: [{ key: 'tasse', name: 'V', price: 1 }] }),
        aSyncItem({ key: 'd', variants: [{ key: 'd', name: 'V', price: 1 }] }),
        aSyncItem({ key: 'e', price: 1.234 }),
        aSyncItem({ key: 'f', name: 'Bonne' }),
      ],
    });
    expect(errorsIn(answer)).to.deep.equal([
      ...['null invalid_item', 'tasse duplicate_key', 'a duplicate_sku', 'b invalid_item'],
      ...['c duplicate_key', 'd duplicate_key', 'e invalid_item'],
    ]);
    expect(answer.applied).to.equal(2);
    expect(answer.errors.map(({ index }) => index)).to.deep.equal([0, 2, 3, 4, 5, 6, 7]);
    expect(named(await till.products(), 'Bonne')).to.not.equal(undefined);
  });

  it('lets codes change hands', async () => {
    await till.catalogue({ items: [aSyncItem({ sku: 'A' }), aSyncItem({ key: 'bol', name: 'Bol', sku: 'B' })] });
    const answer = await till.catalogue({ items: [aSyncItem({ sku: 'B' }), aSyncItem({ key: 'bol', name: 'Bol', sku: 'A' })] });
    expect(answer).to.deep.include({ applied: 2, errors: [] });
    expect(named(await till.products(), 'Bol')?.sku).to.equal('A');
  });

  it('keeps a variant that still has stock', async () => {
    const variants = [
      { key: 's', name: 'S', price: 1 },
      { key: 'm', name: 'M', price: 1 },
    ];
    await till.catalogue({ items: [aSyncItem({ variants })] });
    await till.movements({ id: '1', key: 'm', quantity: 2 });
    const answer = await till.catalogue({ items: [aSyncItem({ variants: variants.slice(0, 1) }), aSyncItem({ key: 'bol', name: 'Bol' })] });
    expect(errorsIn(answer)).to.deep.equal(['tasse in_use']);
    expect(answer.applied).to.equal(1);
    await till.movements({ id: '2', key: 'm', quantity: -2 });
    expect(await till.catalogue({ items: [aSyncItem({ variants: variants.slice(0, 1) })] })).to.include({ applied: 1 });
  });
});
