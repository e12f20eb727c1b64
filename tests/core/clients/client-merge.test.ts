import type { Client, Consent } from '@comptoir/core/clients/client.js';
import { merge } from '@comptoir/core/clients/client-merge.js';
import { DomainError } from '@comptoir/core/kit/errors.js';
import { expect } from 'chai';
import fc from 'fast-check';
import { minutesAfter, NOON } from '../../suites/builders.js';
import { aClient, anAddress } from '../../suites/client-builders.js';

const LATER = minutesAfter(NOON, 60);
const merged = (from: Partial<Client>, into: Partial<Client>) => merge(aClient(from), aClient(into), LATER, null);
const codeOf = (work: () => unknown) => {
  try {
    return work();
  } catch (error) {
    return error instanceof DomainError ? error.code : error;
  }
};

describe('two records of one client', () => {
  it('become the one that stays, which keeps what it says of itself and takes what it did not know', () => {
    const { into } = merged({ email: 'a@example.org', phone: '1', company: 'A', externalId: '7' }, { phone: '2', company: null });

    expect(into).to.deep.include({ email: 'a@example.org', phone: '2', company: 'A', externalId: '7', version: 2, updatedAt: LATER });
  });

  it('never mix half a name of each', () => {
    expect(merged({ firstName: 'Ada', lastName: 'Lovelace' }, { firstName: 'Augusta', lastName: null }).into).to.deep.include({
      firstName: 'Augusta',
      lastName: null,
    });
    expect(merged({ firstName: 'Ada', lastName: 'Lovelace' }, { firstName: null, lastName: null }).into.lastName).to.equal('Lovelace');
  });

  it('leave a pointer that still says what it said', () => {
    const from = aClient({ email: 'a@example.org' });
    const into = aClient();

    expect(merge(from, into, LATER, null).from).to.deep.equal({ ...from, mergedInto: into.id, updatedAt: LATER, version: 2 });
  });

  it('have each address once, and go on billing and delivering where one of them did', () => {
    const [home, twin, work] = [anAddress(), anAddress(), anAddress({ line1: 'Quai' })];
    const { into } = merged({ addresses: [twin, work], billingAddressId: twin.id, deliveryAddressId: work.id }, { addresses: [home] });

    expect(into).to.deep.include({ addresses: [home, work], billingAddressId: home.id, deliveryAddressId: work.id });
  });

  const consent = (granted: boolean, minutes: number): Consent => ({ granted, at: minutesAfter(NOON, minutes), source: 'staff' });

  it('keep the consent that was given for the address that is kept', () => {
    const mails = [{ email: 'from@example.org' }, { email: 'into@example.org' }] as const;
    expect(merged({ ...mails[0], emailConsent: consent(true, 5) }, mails[1]).into.emailConsent).to.equal(null);
    expect(merged({ ...mails[0], emailConsent: consent(true, 5) }, { email: null }).into.emailConsent).to.deep.equal(consent(true, 5));
    const own = { ...mails[1], emailConsent: consent(true, 1) };
    expect(merged({ ...mails[0], emailConsent: consent(true, 5) }, own).into.emailConsent).to.deep.equal(consent(true, 1));
  });

  it('respect a later withdrawal by either', () => {
    const own = { email: 'into@example.org', emailConsent: consent(true, 1) };
    expect(merged({ emailConsent: consent(false, 2) }, own).into.emailConsent).to.deep.equal(consent(false, 2));
    expect(merged({ emailConsent: consent(false, 0) }, own).into.emailConsent).to.deep.equal(consent(true, 1));
    expect(merged({ emailConsent: consent(true, 9) }, { ...own, emailConsent: consent(false, 1) }).into.emailConsent?.granted).to.equal(
      false,
    );
  });

  it('are refused when they are one, merged or anonymous already, or not the version that was read', () => {
    const client = aClient();
    expect(codeOf(() => merge(client, client, LATER, null))).to.equal('invalid_request');
    expect(codeOf(() => merged({ mergedInto: 'x' }, {}))).to.equal('invalid_transition');
    expect(codeOf(() => merged({}, { mergedInto: 'x' }))).to.equal('invalid_transition');
    expect(codeOf(() => merged({ anonymizedAt: NOON }, {}))).to.equal('invalid_transition');
    expect(codeOf(() => merge(client, aClient({ version: 3 }), LATER, 2))).to.equal('stale');
  });

  it('lose nothing that only one of them knew', () => {
    const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });
    const word = fc.string({ minLength: 1, maxLength: 5 });
    const address = fc.constantFrom('1 rue', '2 rue', '3 rue').map((line1) => anAddress({ line1 }));
    const client = fc
      .record({
        company: maybe(word),
        email: maybe(word),
        phone: maybe(word),
        vatNumber: maybe(word),
        birthday: maybe(word),
        externalId: maybe(word),
        tags: fc.uniqueArray(fc.constantFrom('a', 'b', 'c')),
        addresses: fc.array(address, { maxLength: 3 }),
        customInputs: fc.dictionary(fc.constantFrom('x', 'y', 'z'), fc.integer()),
      })
      .map((fields) => aClient(fields));

    fc.assert(
      fc.property(client, client, (one, other) => {
        const { into } = merge(one, other, LATER, null);
        for (const field of ['company', 'email', 'phone', 'vatNumber', 'birthday', 'externalId'] as const) {
          expect(into[field], field).to.equal(other[field] ?? one[field]);
        }
        const lines = (known: Client) => known.addresses.map(({ line1 }) => line1);
        expect(new Set(into.tags)).to.deep.equal(new Set([...one.tags, ...other.tags]));
        expect(new Set(lines(into))).to.deep.equal(new Set([...lines(one), ...lines(other)]));
        expect(into.customInputs).to.deep.equal({ ...one.customInputs, ...other.customInputs });
      }),
    );
  });
});
