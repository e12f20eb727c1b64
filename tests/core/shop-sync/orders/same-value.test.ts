import { canonicalJson } from '@comptoir/core/kit/digest.js';
import { sameValue } from '@comptoir/core/shop-sync/orders/same-value.js';
import { expect } from 'chai';
import fc from 'fast-check';

const leaf = fc.oneof(fc.constantFrom('', 'a', 0, 1, true, false, null), fc.constantFrom(new Date(0), new Date(1)));
const value = fc.letrec((tie) => ({
  node: fc.oneof(
    { depthSize: 'small' },
    leaf,
    fc.array(tie('node'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c', '__proto__'), fc.oneof(tie('node'), fc.constant(undefined)), { maxKeys: 3 }),
  ),
})).node;

describe('whether two values say the same', () => {
  it('is what their canonical texts say', () => {
    fc.assert(
      fc.property(value, value, (left, right) => {
        expect(sameValue(left, right)).to.equal(canonicalJson(left) === canonicalJson(right));
        expect(sameValue(left, structuredClone(left))).to.equal(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('tells an instant from its text', () => {
    expect(sameValue(new Date(0), new Date(0).toISOString())).to.equal(false);
  });
});
