import { type CellValue, LEFT, type ReadColumn, readJson, readText } from '../kit/csv-lines.js';
import type { Client, ClientAddress } from './client.js';

/** The columns of a client in CSV: how each is written, and what is read from it. */
export interface ClientColumn extends ReadColumn {
  write(client: Client): string;
}

/** The parts of the address that has columns of its own. */
export const STREET_FIELDS = ['line1', 'line2', 'postcode', 'city', 'country'] as const;
export type StreetField = (typeof STREET_FIELDS)[number];

/** How tags are written in one cell; no tag contains it. */
const TAG_SEPARATOR = ', ';

export const CLIENT_COLUMNS: readonly ClientColumn[] = [
  { ...textColumn('id'), field: null },
  { name: 'kind', field: 'kind', write: ({ kind }) => kind, read: (cell) => (cell === '' ? LEFT : { value: cell.toLowerCase() }) },
  textColumn('firstName'),
  textColumn('lastName'),
  textColumn('company'),
  textColumn('email'),
  textColumn('phone'),
  textColumn('language'),
  textColumn('vatNumber'),
  textColumn('registration'),
  textColumn('birthday'),
  textColumn('externalId'),
  { name: 'tags', field: 'tags', write: ({ tags }) => tags.join(TAG_SEPARATOR), read: readTags },
  { name: 'emailConsent', field: 'emailConsent', write: writeConsent, read: readConsent },
  ...STREET_FIELDS.map(streetColumn),
  { name: 'addresses', field: 'addresses', write: writeAddresses, read: (cell) => readJson(cell || '[]') },
  { name: 'customInputs', field: 'customInputs', write: writeCustom, read: (cell) => (cell === '' ? LEFT : readJson(cell)) },
];

type TextField = { [Field in keyof Client]: Client[Field] extends string | null ? Field : never }[keyof Client];

function textColumn(field: TextField): ClientColumn {
  return { name: field, field, write: (client) => client[field] ?? '', read: readText };
}

function streetColumn(field: StreetField): ClientColumn {
  return { name: field, field, write: (client) => plainAddress(client)?.[field] ?? '', read: readText };
}

/** The address that bills go to, where it has nothing but what the columns hold: others are written whole. */
export function plainAddress({ addresses, billingAddressId }: Pick<Client, 'addresses' | 'billingAddressId'>): ClientAddress | undefined {
  const address = addresses.find(({ id }) => id === billingAddressId);
  const isPlain = address !== undefined && [address.label, address.name, address.company, address.phone].every((extra) => extra === null);
  return isPlain ? address : undefined;
}

function writeAddresses(client: Client): string {
  const plain = plainAddress(client);
  const others = client.addresses.filter((address) => address !== plain).map(({ id: _id, ...address }) => address);
  return others.length === 0 ? '' : JSON.stringify(others);
}

function writeCustom({ customInputs }: Client): string {
  return Object.keys(customInputs).length === 0 ? '' : JSON.stringify(customInputs);
}

function writeConsent({ emailConsent }: Client): string {
  if (emailConsent === null) return '';
  return emailConsent.granted ? 'granted' : 'withdrawn';
}

function readConsent(cell: string): CellValue {
  const word = cell.toLowerCase();
  if (word === '') return LEFT;
  return word === 'granted' || word === 'withdrawn' ? { value: word === 'granted' } : { fault: 'Write granted or withdrawn' };
}

function readTags(cell: string): CellValue {
  return cell === '' ? { value: [] } : { value: cell.split(/[,;|]/).filter((tag) => tag.trim() !== '') };
}
