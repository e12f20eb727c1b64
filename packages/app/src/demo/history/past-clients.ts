import type { Client, ClientAddress, Consent } from '@comptoir/core/clients/client.js';
import { newClient } from '@comptoir/core/clients/client-rules.js';
import type { Ids } from '@comptoir/core/kit/ids.js';
import type { PostalAddress } from '@comptoir/core/kit/postal-address.js';
import type { Choices, Dice } from './dice.js';
import { COUNTRIES, type Country } from './people.js';

/** What is needed to make things up: chance, and ids, which nobody may foresee. */
export interface Making {
  readonly dice: Dice;
  readonly ids: Ids;
}

const TAGS: Choices<readonly string[]> = [
  [[], 60],
  [['fidèle'], 18],
  [['newsletter'], 12],
  [['presse'], 3],
  [['fidèle', 'newsletter'], 7],
];
const TRADE_TAGS: Choices<readonly string[]> = [
  [['professionnel'], 60],
  [['professionnel', 'hôtellerie'], 25],
  [['professionnel', 'fidèle'], 15],
];

/** So many people and companies, no two with one name or address, known since `since`. */
export function drawClients(making: Making, counts: { readonly persons: number; readonly companies: number }, since: Date): Client[] {
  const taken = new Set<string>();
  const persons = Array.from({ length: counts.persons }, () => aPerson(making, taken, since));
  const companies = Array.from({ length: counts.companies }, () => aCompany(making, taken, since));
  return [...persons, ...companies];
}

/** The address a client's orders go to, without what only the client knows of it. */
export function postalAddressOf({ addresses: [address] }: Client): PostalAddress | null {
  if (address === undefined) return null;
  const { id: _id, label: _label, ...rest } = address;
  return rest;
}

/** The client as known since their first order, and what they answered when they were asked for news then. */
export function knownSince(client: Client, { dice }: Making, createdAt: Date): Client {
  return { ...client, createdAt, updatedAt: createdAt, emailConsent: consentOf(dice, createdAt) };
}

function consentOf(dice: Dice, at: Date): Consent | null {
  if (dice.chance(45)) return { granted: true, at, source: 'order' };
  return dice.chance(15) ? { granted: false, at, source: 'unsubscribe' } : null;
}

function aPerson(making: Making, taken: Set<string>, since: Date): Client {
  const { dice } = making;
  const country = dice.weighted(COUNTRIES);
  const draw = () => ({ firstName: dice.pick(country.firstNames), lastName: dice.pick(country.lastNames) });
  let name = draw();
  while (taken.has(mailName(`${name.firstName}.${name.lastName}`))) name = draw();
  const local = mailName(`${name.firstName}.${name.lastName}`);
  taken.add(local);
  const known = { ...name, company: null, email: `${local}@example.org`, tags: dice.weighted(TAGS) };
  return aClient(making, country, { ...known, kind: 'person', vatNumber: null, registration: null }, since, taken);
}

function aCompany(making: Making, taken: Set<string>, since: Date): Client {
  const { dice } = making;
  const country = dice.weighted(COUNTRIES);
  const stem = dice.pick(country.companies);
  let company = stem;
  for (let branch = 2; taken.has(mailName(company)); branch += 1) company = `${stem} ${branch}`;
  taken.add(mailName(company));
  const contact = { firstName: dice.pick(country.firstNames), lastName: dice.pick(country.lastNames) };
  const registration = country.code === 'FR' ? anUnusedSiren(taken.size) : null;
  const vatNumber = registration === null ? null : vatNumberOf(registration);
  const known = { ...contact, company, email: `${mailName(company)}@example.com`, tags: dice.weighted(TRADE_TAGS) };
  return aClient(making, country, { ...known, kind: 'company', vatNumber, registration }, since, taken);
}

type Known = Pick<Client, 'kind' | 'firstName' | 'lastName' | 'company' | 'email' | 'tags' | 'vatNumber' | 'registration'>;

function aClient({ dice, ids }: Making, country: Country, known: Known, since: Date, taken: Set<string>): Client {
  const fields = {
    ...known,
    phone: aPhone(dice, country, taken),
    language: country.language,
    birthday: null,
    customInputs: {},
    externalId: null,
  };
  return newClient(ids.uuid(), fields, [anAddress({ dice, ids }, country)], since);
}

function anAddress({ dice, ids }: Making, country: Country): ClientAddress {
  const [street, number] = [dice.pick(country.streets), dice.between(1, 98)];
  const [postcode, city] = dice.pick(country.cities);
  const line1 = country.numberFirst ? `${number} ${street}` : `${street} ${number}`;
  return { id: ids.uuid(), label: null, name: null, company: null, line1, line2: null, postcode, city, country: country.code, phone: null };
}

/** Nobody else's of those that are taken. */
function aPhone(dice: Dice, { phone }: Country, taken: Set<string>): string | null {
  if (phone === null || dice.chance(25)) return null;
  const draw = () => `${phone.prefix}${String(dice.between(0, 10 ** phone.digits - 1)).padStart(phone.digits, '0')}`;
  let number = draw();
  while (taken.has(number)) number = draw();
  taken.add(number);
  return number;
}

/** What a mail address is made of: plain letters, digits, dots and dashes. */
function mailName(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replace('ß', 'ss')
    .toLowerCase();
  return plain.replace(/[^a-z0-9.]+/g, '-');
}

/** Nine digits that add up as a SIREN does (Luhn), of the beginning that is given to nobody. */
function anUnusedSiren(count: number): string {
  const digits = `00000${String(count).padStart(3, '0')}`;
  const sum = Array.from(digits, Number).reduce((total, digit, index) => total + (index % 2 === 1 ? doubled(digit) : digit), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

function doubled(digit: number): number {
  return digit > 4 ? digit * 2 - 9 : digit * 2;
}

/** The French number for value-added tax of a SIREN. */
function vatNumberOf(siren: string): string {
  return `FR${String((12 + 3 * (Number(siren) % 97)) % 97).padStart(2, '0')}${siren}`;
}
