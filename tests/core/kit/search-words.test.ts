import { hasWords, searchWordsOf, wantedWords } from '@comptoir/core/kit/search-words.js';
import { expect } from 'chai';
import fc from 'fast-check';

const finds = (search: string, ...texts: readonly (string | null)[]) => hasWords(searchWordsOf(texts), wantedWords(search));

describe('search by words', () => {
  it('disregards accents, case, order and punctuation', () => {
    expect(finds('orsted etienne', 'Étienne-Marie', 'Ørsted')).to.equal(true);
    expect(finds("L'ŒUVRE", 'l’œuvre')).to.equal(true);
    expect(finds('strasse', 'Straße 5')).to.equal(true);
  });

  it('finds words by their beginnings, and only by those', () => {
    expect(finds('dup', 'Dupont')).to.equal(true);
    expect(finds('pont', 'Dupont')).to.equal(false);
  });

  it('wants every word', () => {
    expect(finds('jean martin', 'Jean Dupont')).to.equal(false);
  });

  it('finds addresses and numbers by their parts', () => {
    expect(finds('06 12', '+33 6 12', '06 12 34')).to.equal(true);
    expect(finds('ada@example', 'ada@example.org')).to.equal(true);
  });

  it('asks for nothing where there is no word', () => {
    expect(wantedWords('  … ')).to.deep.equal([]);
    expect(finds('', null)).to.equal(true);
  });

  it('holds nothing but letters and digits, whatever the text, and finds every text by itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const words = searchWordsOf([text]);
        for (const word of words) expect(word).to.match(/^[\p{L}\p{N}]+$/u);
        expect(hasWords(words, wantedWords(text))).to.equal(true);
      }),
    );
  });
});
