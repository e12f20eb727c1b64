import { pathSegments } from '@comptoir/core/edge-routes/request-path.js';
import { expect } from 'chai';
import fc from 'fast-check';

describe('the parts of a path', () => {
  it('are decoded one by one, and a slash at the end makes no difference', () => {
    expect(pathSegments('/')).to.deep.equal([]);
    expect(pathSegments('/a/b%20c/')).to.deep.equal(['a', 'b c']);
    expect(pathSegments('/caf%C3%A9')).to.deep.equal(['café']);
    expect(pathSegments('/a%2Fb')).to.deep.equal(['a/b']);
    expect(pathSegments('/a%252e%252e')).to.deep.equal(['a%2e%2e']);
  });

  for (const path of [
    '//',
    '/a//b',
    '/.',
    '/a/../b',
    '/%2e%2e/a',
    '/%2E./a',
    '/a\\b',
    '/a%5Cb',
    '/%00',
    '/%',
    '/%zz',
    '/%E0%A4%A',
    'a',
    '',
    '*',
  ]) {
    it(`are none of "${path}"`, () => expect(pathSegments(path)).to.equal(null));
  }

  it('are none of a path deeper than any site', () => expect(pathSegments('/a'.repeat(65))).to.equal(null));

  it('are the names that were put in, whatever they are', () => {
    const name = fc.string({ minLength: 1, unit: 'grapheme' }).filter((text) => text !== '.' && text !== '..' && !/[\\\0]/.test(text));
    fc.assert(
      fc.property(fc.array(name, { maxLength: 8 }), (names) => {
        expect(pathSegments(`/${names.map(encodeURIComponent).join('/')}`)).to.deep.equal(names);
      }),
    );
  });
});
