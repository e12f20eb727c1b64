import { linesOfUnits } from '@comptoir/core/stock/stock-lines.js';
import { expect } from 'chai';
import { anItem } from '../../suites/builders.js';
import { refusalOf } from '../../suites/suite.js';

const MUG = anItem({ id: 'mug', manageStock: true });
const SHIRT = anItem({ id: 'shirt', manageStock: true });
const SOUP = anItem({ id: 'soup' });
const BOX = anItem({
  id: 'box',
  bundle: [
    { itemId: 'shirt', variantId: 'l', quantity: 1 },
    { itemId: 'mug', variantId: null, quantity: 2 },
    { itemId: 'soup', variantId: null, quantity: 1 },
  ],
});
const ITEMS = new Map([MUG, SHIRT, SOUP, BOX].map((item) => [item.id, item]));

const line = (itemId: string, quantity: number, variantId: string | null = null) => ({ itemId, variantId, quantity });

describe('what lines take from the shelves', () => {
  it('is one line per unit, in the order in which units are locked', () => {
    const lines = [line('shirt', 1, 'l'), line('mug', 2), line('shirt', 4, 'a'), line('mug', 3), line('shirt', 1, 'l')];
    expect(linesOfUnits(ITEMS, lines)).to.deep.equal([line('mug', 5), line('shirt', 4, 'a'), line('shirt', 2, 'l')]);
  });

  it('is what bundles consist of, together with what is taken beside them', () => {
    expect(linesOfUnits(ITEMS, [line('box', 3), line('mug', 1)])).to.deep.equal([line('mug', 7), line('shirt', 3, 'l')]);
  });

  it('leaves out what keeps no stock', () => {
    expect(linesOfUnits(ITEMS, [line('soup', 9)])).to.deep.equal([]);
  });

  it('refuses what nobody knows, also within a bundle', async () => {
    const items = new Map([['box', BOX]]);
    expect((await refusalOf(() => linesOfUnits(ITEMS, [line('nothing', 1)]))).code).to.equal('unknown_item');
    expect((await refusalOf(() => linesOfUnits(items, [line('box', 1)]))).code).to.equal('unknown_item');
  });
});
