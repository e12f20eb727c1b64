import { clientName } from '@comptoir/core/clients/client.js';
import { clientSearch, clientWords, tellingDigits } from '@comptoir/core/clients/client-words.js';
import { hasWords, wantedWords } from '@comptoir/core/kit/search-words.js';
import { expect } from 'chai';
import fc from 'fast-check';
import { aClient } from '../../suites/client-builders.js';

describe('what a client is found by', () => {
  it('is the phone number however it is written and searched', () => {
    const digits = fc.stringMatching(/^[1-9]\d{8}$/);
    const national = (number: string) => `0${number}`.replace(/(..)(?=.)/g, '$1 ');
    const written = fc.constantFrom(
      (number: string) => `+33${number}`,
      (number: string) => `0033 ${number}`,
      (number: string) => `+33 (0)${number}`,
      national,
      (number: string) => national(number).replaceAll(' ', '.'),
      (number: string) => national(number).replaceAll(' ', '-'),
    );
    fc.assert(
      fc.property(digits, written, written, (number, stored, typed) => {
        const words = clientWords(aClient({ phone: stored(number) }));
        expect(hasWords(words, wantedWords(clientSearch(typed(number)))), `${stored(number)} by ${typed(number)}`).to.equal(true);
        expect(tellingDigits(stored(number))).to.equal(number);
      }),
    );
  });

  it('leaves a search without phone numbers as it is', () => {
    expect(clientSearch('Dupont 29200')).to.equal('Dupont 29200');
    expect(clientSearch(undefined)).to.equal(undefined);
  });
});

describe('what a client is called', () => {
  it('is the company of a company and the name of a person, or whatever is known', () => {
    const company = { kind: 'company', company: 'Noël & fils' } as const;
    expect(clientName(aClient(company))).to.equal('Noël & fils');
    expect(clientName(aClient({ company: 'Noël & fils' }))).to.equal('Ada Lovelace');
    expect(clientName(aClient({ kind: 'company' }))).to.equal('Ada Lovelace');
    const nameless = { firstName: null, lastName: null };
    expect(clientName(aClient({ ...nameless, email: 'a@example.org' }))).to.equal('a@example.org');
    expect(clientName(aClient(nameless))).to.equal('–');
  });
});
