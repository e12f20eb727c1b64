import { LANGUAGES } from '@comptoir/adapters-http/web/language.js';
import { shopTextsOf } from '@comptoir/adapters-http/web/texts/shop-texts-of.js';
import { expect } from 'chai';

/** Words that belong to restaurants. */
const MENU_WORDS = {
  fr: /\bcarte\b(?! bancaire)|\bplats?\b|cuisine|établissement|comptoir|couverts|appétit|oignon|format/i,
  en: /\bmenu\b|\bdish(es)?\b|kitchen|\bhouse\b|counter\b|cutlery|\bmeal\b|onion|\bsizes?\b/i,
};

describe('the words of a shop', () => {
  for (const language of LANGUAGES) {
    it(`say nothing of menus, in ${language}`, () => {
      const sentences = sentencesOf(shopTextsOf(language));
      expect(sentences.length).to.be.greaterThan(150);
      expect(sentences.filter((sentence) => MENU_WORDS[language].test(sentence))).to.deep.equal([]);
    });
  }
});

/** Does for a name or a number as well: what is put into the blanks does not matter. */
const GROUP = { id: 'g', name: 'G', min: 1, max: 2, options: [] };

/** Every sentence of a dictionary, those with blanks filled in. */
function sentencesOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'function') return [String(value(GROUP, 3, 4))];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(sentencesOf) : [];
}
