import { lazily, lazilyOver } from '@comptoir/core/kit/lazily.js';
import { expect } from 'chai';

describe('an object whose fields are made when they are asked for', () => {
  function counted() {
    const made: string[] = [];
    const make = (name: string) => () => {
      made.push(name);
      return { name };
    };
    return {
      made,
      fields: lazily<Record<'orders' | 'stock', { readonly name: string }>>({ orders: make('orders'), stock: make('stock') }),
    };
  }

  it('makes what is asked for, once, and nothing else', () => {
    const { made, fields } = counted();
    expect(fields.orders).to.equal(fields.orders).and.deep.equal({ name: 'orders' });
    expect(made).to.deep.equal(['orders']);
  });

  it('can be taken apart, spread and listed as any other', () => {
    const { fields } = counted();
    const { stock, ...others } = fields;
    expect({ ...fields }).to.deep.equal({ orders: { name: 'orders' }, stock: { name: 'stock' } });
    expect([stock, others]).to.deep.equal([{ name: 'stock' }, { orders: { name: 'orders' } }]);
    expect(Object.keys(fields)).to.deep.equal(['orders', 'stock']);
    expect('stock' in fields && !('toString' in fields)).to.equal(true);
  });

  it('has no other field, so that it can be awaited', async () => {
    const { made, fields } = counted();
    expect(await Promise.resolve(fields)).to.equal(fields);
    expect(Reflect.get(fields, 'constructor')).to.equal(undefined);
    expect(made).to.deep.equal([]);
  });

  it('lets somebody try again to make what could not be made', () => {
    let isReady = false;
    const fields = lazily<{ readonly one: number }>({
      one: () => {
        if (!isReady) throw new Error('not yet');
        return 1;
      },
    });
    expect(() => fields.one).to.throw('not yet');
    isReady = true;
    expect(fields.one).to.equal(1);
  });

  describe('over another one', () => {
    it('has its own fields in their place, and makes none of those below that nobody asks for', () => {
      const { made, fields } = counted();
      const over = lazilyOver(fields, { stock: () => 7, views: () => 'seen' });
      expect([over.stock, over.views, over.orders]).to.deep.equal([7, 'seen', { name: 'orders' }]);
      expect('then' in over).to.equal(false);
      expect(made).to.deep.equal(['orders']);
    });

    it('can be spread as any other', () => {
      const { fields } = counted();
      expect({ ...lazilyOver(fields, { stock: () => 7 }) }).to.deep.equal({ orders: { name: 'orders' }, stock: 7 });
      expect({ ...lazilyOver({ one: 1, two: 2 }, { two: () => 3 }) }).to.deep.equal({ one: 1, two: 3 });
    });
  });
});
