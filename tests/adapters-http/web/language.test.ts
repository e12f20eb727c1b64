import { negotiateLanguage } from '@comptoir/adapters-http/web/language.js';
import { expect } from 'chai';

describe('the language of a page', () => {
  const cases: [header: string | undefined, override: string | undefined, language: string][] = [
    [undefined, undefined, 'en'],
    ['', undefined, 'en'],
    ['fr', undefined, 'fr'],
    ['fr-CA,fr;q=0.8,en;q=0.5', undefined, 'fr'],
    ['de, en;q=0.7, fr;q=0.8', undefined, 'fr'],
    ['en-GB;q=0.4, FR;q=0.3', undefined, 'en'],
    ['fr;q=0, en;q=0.1', undefined, 'en'],
    ['*', undefined, 'en'],
    ['fr;q=nonsense', undefined, 'fr'],
    ['en', 'fr', 'fr'],
    ['fr', 'xx', 'fr'],
  ];
  for (const [header, override, language] of cases) {
    it(`is ${language} for "${header ?? 'no header'}"${override === undefined ? '' : ` and ?lang=${override}`}`, () => {
      expect(negotiateLanguage(header, override)).to.equal(language);
    });
  }
});
