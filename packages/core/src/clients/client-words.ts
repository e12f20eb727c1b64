import { searchWordsOf } from '../kit/search-words.js';
import { type Client, clientName } from './client.js';

/** So many digits at the end of a phone number say whose it is: what comes before is written in several ways (`+33`, `0033`, `0`). */
const TELLING_DIGITS = 9;
/** Fewer digits than this at the end of a number find nobody in particular. */
const SHORTEST_END = 4;
/** What people write as a phone number: six digits or more, grouped in any way. */
const PHONE = /\+?\d(?:[\s().\-/]{0,3}\d){5,24}/g;

/** The words a client is found by: names, company, mail address, tags, and the phone number from any of its digits on. */
export function clientWords(client: Client): readonly string[] {
  const { firstName, lastName, company, email, phone, tags, externalId } = client;
  const phones = [phone, ...client.addresses.map((address) => address.phone)].flatMap((text) => (text === null ? [] : endsOf(text)));
  return searchWordsOf([firstName, lastName, company, email, phone, externalId, ...tags, ...phones]);
}

/** What lists sort by: the name as it is shown, folded, so that accents and case do not part those who belong together. */
export function sortName(client: Client): string {
  return searchWordsOf([clientName(client)]).join(' ');
}

/** A search for clients as `wantedWords` takes it: phone numbers become the digits that every way of writing them shares. */
export function clientSearch(search: string | undefined): string | undefined {
  return search?.replace(PHONE, (phone) => ` ${tellingDigits(phone)} `);
}

/** The digits of the phone number that are the same however it is written. */
export function tellingDigits(phone: string): string {
  return digitsOf(phone).slice(-TELLING_DIGITS).replace(/^0+/, '');
}

function digitsOf(phone: string): string {
  return phone.replace(/\D+/g, '');
}

function endsOf(phone: string): readonly string[] {
  const digits = digitsOf(phone);
  return Array.from({ length: Math.max(0, digits.length - SHORTEST_END + 1) }, (_, start) => digits.slice(start));
}
