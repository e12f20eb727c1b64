import { choiceFaults, firstChoices, startingPrice, toggleOption, unitPriceCents } from '@comptoir/adapters-http/web/choices.js';
import { expect } from 'chai';
import { anItem, BURGER } from './builders.js';

const [cooking, extras] = BURGER.optionGroups;
if (cooking === undefined || extras === undefined) throw new Error('The burger has two groups.');

describe('the choices of an item', () => {
  it('are the guest’s, except where there is nothing to choose from', () => {
    expect(firstChoices(BURGER).variantId).to.equal(null);
    expect(firstChoices(anItem({ variants: [{ id: 'only', name: 'Only', price: 1 }] })).variantId).to.equal('only');
  });

  it('lack a variant and every group below its minimum', () => {
    const faults = choiceFaults(BURGER, { variantId: null, optionIds: [] });
    expect(faults.map((fault) => (fault.kind === 'no_variant' ? 'variant' : fault.group.id))).to.deep.equal(['variant', 'cuisson']);
  });

  it('are refused above the maximum of a group', () => {
    const [fault] = choiceFaults(BURGER, { variantId: 'simple', optionIds: ['saignant', 'lard', 'oeuf', 'bleu'] });
    expect(fault).to.deep.include({ kind: 'too_many', count: 3 });
  });

  it('are complete with a variant and each group within its limits', () => {
    expect(choiceFaults(BURGER, { variantId: 'simple', optionIds: ['saignant', 'lard', 'oeuf'] })).to.deep.equal([]);
  });

  it('of a group of one replace each other', () => {
    expect(toggleOption(cooking, ['saignant', 'lard'], 'a-point')).to.deep.equal(['lard', 'a-point']);
  });

  it('of a larger group add up to its maximum and can be let go', () => {
    expect(toggleOption(extras, ['lard'], 'oeuf')).to.deep.equal(['lard', 'oeuf']);
    expect(toggleOption(extras, ['lard', 'oeuf'], 'bleu')).to.deep.equal(['lard', 'oeuf']);
    expect(toggleOption(extras, ['lard', 'oeuf'], 'lard')).to.deep.equal(['oeuf']);
  });

  it('cost the variant plus the options, in exact cents', () => {
    expect(unitPriceCents(BURGER, { variantId: 'double', optionIds: ['saignant', 'bleu', 'lard'] })).to.equal(2105);
    expect(unitPriceCents(anItem({ price: 19.99 }), { variantId: null, optionIds: [] })).to.equal(1999);
  });

  it('start at the cheapest variant', () => {
    expect(startingPrice(BURGER)).to.deep.equal({ cents: 1400, from: true });
    expect(startingPrice(anItem())).to.deep.equal({ cents: 850, from: false });
  });
});
