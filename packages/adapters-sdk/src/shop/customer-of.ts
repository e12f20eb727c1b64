import type { ShopCustomer } from '@comptoir/core/shop-sync/shop-records.js';
import { type AddressMaker, phoneIn } from './postal-address-of.js';
import { changedAt, codeIn, dateIn, flagIn, idIn, instantIn, ownId, type Row, scalar, textIn } from './row.js';

/** What belongs to customers, and was read for all of a chunk. */
export interface CustomerSurroundings {
  readonly timezone: string;
  /** By customer. */
  readonly addresses: ReadonlyMap<string, readonly Row[]>;
  readonly addressOf: AddressMaker;
  readonly languages: ReadonlyMap<string, Row> | null;
}

/** Throws `BadField`. */
export function customerOf(row: Row, around: CustomerSurroundings): ShopCustomer {
  const externalId = ownId(row);
  const addresses = (around.addresses.get(externalId) ?? []).filter((address) => !flagIn(address, 'deleted'));
  const names = { firstName: textIn(row, 'firstname'), lastName: textIn(row, 'lastname') };
  return {
    externalId,
    updatedAt: changedAt(row, around.timezone),
    email: emailIn(row),
    ...names,
    company: textIn(row, 'company') ?? firstOf(addresses, (address) => textIn(address, 'company')),
    registration: codeIn(row, 'siret'),
    vatNumber: firstOf(addresses, (address) => codeIn(address, 'vat_number')),
    phone: firstOf(addresses, phoneIn),
    language: languageOf(row, around),
    birthday: dateIn(row, 'birthday'),
    guest: flagIn(row, 'is_guest'),
    active: flagIn(row, 'active'),
    newsletter: flagIn(row, 'newsletter'),
    createdAt: instantIn(row, 'date_add', around.timezone),
    addresses: addresses.map((address) => labelled(address, around.addressOf, fullName(names))),
    deleted: flagIn(row, 'deleted'),
  };
}

/** Shops that forget somebody for good leave a text there that is no address. */
function emailIn(row: Row): string | null {
  const email = scalar(row['email']).toLowerCase();
  return email.length <= 254 && /^[^\s@\p{Cc}\p{Cs}]+@[^\s@\p{Cc}\p{Cs}]+$/u.test(email) ? email : null;
}

function firstOf(addresses: readonly Row[], read: (address: Row) => string | null): string | null {
  for (const address of addresses) {
    const found = read(address);
    if (found !== null) return found;
  }
  return null;
}

function languageOf(row: Row, { languages }: CustomerSurroundings): string | null {
  const language = languages?.get(idIn(row, 'id_lang') ?? '');
  return language === undefined ? null : (textIn(language, 'iso_code')?.toLowerCase() ?? null);
}

/** The name stays away from an address that is the customer's own. */
function labelled(address: Row, addressOf: AddressMaker, customerName: string): ShopCustomer['addresses'][number] {
  const postal = addressOf(address);
  const name = postal.name === customerName ? null : postal.name;
  return { ...postal, name, externalId: ownId(address), label: textIn(address, 'alias') };
}

function fullName({ firstName, lastName }: Pick<ShopCustomer, 'firstName' | 'lastName'>): string {
  return [firstName, lastName].filter((part) => part !== null).join(' ');
}
