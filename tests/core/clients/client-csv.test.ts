import type { Client } from '@comptoir/core/clients/client.js';
import { clientsCsv } from '@comptoir/core/clients/client-csv.js';
import { planClientImport, readClients } from '@comptoir/core/clients/client-import.js';
import { newClient } from '@comptoir/core/clients/client-rules.js';
import { readCsv } from '@comptoir/core/kit/csv.js';
import { expect } from 'chai';
import fc from 'fast-check';
import { NOON } from '../../suites/builders.js';
import { aClient, anAddress } from '../../suites/client-builders.js';

const MOMENT = { now: NOON, makeId: () => 'fresh' };
const plan = (text: string, known: readonly Client[] = []) => planClientImport(readClients(text), known, MOMENT);
const faults = (text: string, known: readonly Client[] = []) => plan(text, known).errors.map(({ line, field }) => [line, field]);

/** What the first update of a plan makes of its client. */
const changed = (text: string, client: Client) => plan(text, [client]).update[0]?.decide(client);

describe('clients as CSV', () => {
  const text = fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' }).map((raw) => raw.replace(/[\p{Cc}\p{Cs}]/gu, '').trim() || 'x');
  const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });
  const address = fc
    .record({ label: maybe(text), line1: text, line2: maybe(text), city: text, phone: maybe(text) })
    .map((fields) => anAddress(fields));
  const client = fc
    .record({
      kind: fc.constantFrom('person' as const, 'company' as const),
      firstName: maybe(text),
      lastName: text,
      company: maybe(text),
      language: fc.constantFrom(null, 'fr', 'en-GB'),
      birthday: fc.constantFrom(null, '1999-12-31'),
      tags: fc.uniqueArray(fc.constantFrom('vip', 'à table', '=1+1', "'pro"), { maxLength: 4 }),
      addresses: fc.array(address, { maxLength: 3 }),
      customInputs: fc.dictionary(fc.constantFrom('x', 'y'), fc.oneof(text, fc.integer())),
    })
    .chain((fields) =>
      fc.nat({ max: Math.max(0, fields.addresses.length - 1) }).map((billing) => {
        const billingAddressId = fields.addresses[billing]?.id ?? null;
        return aClient({ ...fields, billingAddressId, deliveryAddressId: billingAddressId });
      }),
    );

  it('read back as the same clients', () => {
    fc.assert(
      fc.property(fc.array(client, { maxLength: 4 }), (clients) => {
        const { unchanged, update, create, errors } = plan(clientsCsv(clients), clients);
        expect({ unchanged, update, create, errors }).to.deep.equal({ unchanged: clients.length, update: [], create: [], errors: [] });
      }),
    );
  });

  it('read as new clients elsewhere, with everything but their ids', () => {
    fc.assert(
      fc.property(client, (original) => {
        const elsewhere = clientsCsv([original]).replace(original.id, '');
        const [draft] = plan(elsewhere).create;
        if (draft === undefined) throw new Error('Nothing would be created');
        const copy = newClient(
          original.id,
          draft.fields,
          draft.addresses.map((one, index) => ({ ...one, id: `${index}` })),
          NOON,
        );
        const without = (one: Client) => ({ ...one, addresses: one.addresses.map(({ id: _id, ...rest }) => rest).length });
        const { billingAddressId: _1, deliveryAddressId: _2, ...kept } = without(copy);
        const { billingAddressId: _3, deliveryAddressId: _4, ...wanted } = without(original);
        expect(kept).to.deep.equal(wanted);
      }),
    );
  });

  it('hold nothing that a spreadsheet would calculate', () => {
    const csv = clientsCsv([aClient({ lastName: '=HYPERLINK("x")', phone: '+33 6 12 34 56 78' })]);
    for (const cell of readCsv(csv).records[1]?.cells ?? []) expect(cell).to.not.match(/^[=+\-@]/);
    expect(csv).to.include("'+33 6 12 34 56 78");
  });

  it('change the client with the mail address or the external id, and leave what has no column', () => {
    const known = aClient({ email: 'ada@example.org', externalId: '7', phone: '0612345678' });
    expect(changed('email,lastName\nADA@example.org,King\n', known)).to.deep.equal({ ...known, lastName: 'King' });
    expect(changed('externalId,lastName\n7,King\n', known)).to.deep.equal({ ...known, lastName: 'King' });
    expect(changed('externalId,phone\n7,\n', known)).to.deep.equal({ ...known, phone: null });
    expect(plan('email,lastName\nada@example.org,Lovelace\n', [known]).unchanged).to.equal(1);
  });

  it('take an address from its columns, and keep the others', () => {
    const [home, work] = [anAddress(), anAddress({ label: 'Work' })];
    const known = aClient({ externalId: '7', addresses: [home, work], billingAddressId: home.id, deliveryAddressId: work.id });
    const after = changed('externalId,line1,postcode,city,country\n7,3 rue Neuve,75001,Paris,FR\n', known);

    expect(after?.addresses.map(({ line1 }) => line1)).to.deep.equal(['3 rue Neuve', work.line1]);
    expect(after).to.deep.include({ billingAddressId: 'fresh', deliveryAddressId: work.id });
  });

  it('write down a consent with its source, and never give one again that was withdrawn', () => {
    const known = aClient({ externalId: '7' });
    expect(changed('externalId,emailConsent\n7,granted\n', known)?.emailConsent).to.deep.equal({
      granted: true,
      at: NOON,
      source: 'import',
    });
    const withdrawn = { ...known, emailConsent: { granted: false, at: NOON, source: 'client' } };
    expect(faults('externalId,emailConsent\n7,granted\n', [withdrawn])).to.deep.equal([[2, 'emailConsent']]);
    expect(plan('lastName,emailConsent\nByron,withdrawn\n').create[0]?.consent).to.deep.equal({ granted: false, source: 'import' });
  });

  it('say which line is wrong, and in which column', () => {
    expect(faults('lastName,email\nByron,nobody\n,\n')).to.deep.equal([
      [2, 'email'],
      [3, null],
    ]);
    expect(faults('id,lastName\nnobody,Byron\n')).to.deep.equal([[2, 'id']]);
    expect(faults('lastName,line1\nByron,3 rue\n')).to.deep.equal([[2, 'line1']]);
    expect(faults('lastName,colour\nByron,blue\n')).to.deep.equal([[1, 'colour']]);
    expect(faults('lastName,birthday\nByron,31/12/1999\n')).to.deep.equal([[2, 'birthday']]);
  });

  it('are refused where two lines or clients would be one', () => {
    const [one, other] = [aClient({ email: 'a@example.org' }), aClient({ externalId: '7' })];
    expect(faults('email,externalId\na@example.org,7\n', [one, other])).to.deep.equal([[2, null]]);
    expect(faults('email\na@example.org\nA@example.org\n', [one])).to.deep.equal([[3, null]]);
    expect(faults('email\nb@example.org\nb@example.org\n')).to.deep.equal([[3, 'email']]);
    expect(faults(`id,email\n${other.id},a@example.org\n`, [one, other])).to.deep.equal([[2, null]]);
    expect(faults(`id,lastName\n${one.id},X\n`, [{ ...one, anonymizedAt: NOON }])).to.deep.equal([[2, 'id']]);
  });
});
