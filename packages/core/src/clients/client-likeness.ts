import { searchWordsOf } from '../kit/search-words.js';
import { type Client, clientName } from './client.js';
import { tellingDigits } from './client-words.js';

/** By what two records may be seen to be one client; the surest first. */
export const LIKENESSES = ['email', 'phone', 'name'] as const;
export type Likeness = (typeof LIKENESSES)[number];

/** Fewer digits are no number that only one client has. */
const DIGITS_MIN = 6;

/** What the client shares with its duplicates: `reason value`, each once. */
export function likenessOf(client: Client): readonly string[] {
  const phones = [client.phone, ...client.addresses.map((address) => address.phone)].flatMap((phone) => phone ?? []);
  const digits = phones.map(tellingDigits).filter((number) => number.length >= DIGITS_MIN);
  const name = searchWordsOf([nameOf(client)])
    .toSorted()
    .join(' ');
  const keys = [
    ...(client.email === null ? [] : [`email ${mailBox(client.email)}`]),
    ...digits.map((number) => `phone ${number}`),
    ...(name === '' ? [] : [`name ${name}`]),
  ];
  return [...new Set(keys)];
}

/** Null for a client whose only name is a mail address. */
function nameOf(client: Client): string | null {
  return client.firstName === null && client.lastName === null && client.company === null ? null : clientName(client);
}

/** The box that mails to the address end in, as far as people write it in several ways: without a `+label`, without dots. */
function mailBox(email: string): string {
  const at = email.lastIndexOf('@');
  const local = email.slice(0, at).replace(/\+.*$/, '').replaceAll('.', '');
  return `${local}${email.slice(at)}`;
}

/** The reason in a key of `likenessOf`. */
export function reasonOf(key: string): Likeness {
  return LIKENESSES.find((reason) => key.startsWith(`${reason} `)) ?? 'name';
}
