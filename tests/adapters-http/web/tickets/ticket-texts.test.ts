import { ticketTextsOf } from '@comptoir/adapters-http/web/tickets/texts/ticket-texts-of.js';
import { TICKET_LANGUAGES } from '@comptoir/core/ticketing/offer.js';
import { ticketWordsOf } from '@comptoir/core/ticketing/ticket-words.js';
import { expect } from 'chai';

/** Words that are French and of no other language here. */
const FRENCH = /\b(?:vous|votre|vos|billets?|séances?|réserv\w+|cette|sont|jusqu|complet|choisi\w*|paiement|carte)\b/i;

/** Every sentence with where it stands, those with blanks filled in. */
function sentencesOf(value: unknown, path = ''): [string, string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value === 'function') return [1, 2].map((count) => [`${path}(${count})`, String(value(count, count))]);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => sentencesOf(part, `${path}.${key}`));
}

const tables = (language: (typeof TICKET_LANGUAGES)[number]) => [
  ...sentencesOf(ticketTextsOf(language), 'page'),
  ...sentencesOf(ticketWordsOf(language), 'ticket'),
];

describe('the words of tickets', () => {
  const french = new Map(tables('fr'));

  for (const language of TICKET_LANGUAGES) {
    it(`are all there, none of them empty, in ${language}`, () => {
      const own = tables(language);
      expect(own.map(([path]) => path).sort()).to.deep.equal([...french.keys()].sort());
      expect(own.length).to.be.greaterThan(150);
      expect(own.filter(([, sentence]) => sentence.trim() === '' || sentence.includes('undefined'))).to.deep.equal([]);
    });
  }

  for (const language of TICKET_LANGUAGES.filter((name) => name !== 'fr')) {
    it(`are not left in French, in ${language}`, () => {
      const left = tables(language).filter(([, sentence]) => FRENCH.test(sentence));
      expect(left).to.deep.equal([]);
      const long = tables(language).filter(([path, sentence]) => sentence.length > 24 && sentence === french.get(path));
      expect(long, 'sentences that are word for word the French ones').to.deep.equal([]);
    });
  }
});
