import type { z } from 'zod';
import type { Client, ClientAddress } from '../../clients/client.js';
import { ADDRESSES_MAX, addressFields, plainClientFields } from '../../clients/client-fields.js';
import type { ShopCustomer } from '../shop-records.js';

/** The fields of a client that a shop knows. */
export type ShopValues = Pick<
  Client,
  'kind' | 'firstName' | 'lastName' | 'company' | 'email' | 'phone' | 'language' | 'vatNumber' | 'registration' | 'birthday'
> & { readonly addresses: readonly ClientAddress[] };

/** What the shop says of its customer, as clients are here. What does not fit is left out: no customer is refused for a phone number. */
export function valuesOf(customer: ShopCustomer): ShopValues {
  const { firstName, lastName, company, email, phone, language, vatNumber, registration, birthday } = plainClientFields;
  const values = {
    firstName: fitting(firstName, cut(customer.firstName, 80)),
    lastName: fitting(lastName, cut(customer.lastName, 80)),
    company: fitting(company, cut(customer.company, 120)),
    email: fitting(email, customer.email),
    phone: fitting(phone, customer.phone),
    language: fitting(language, customer.language),
    vatNumber: fitting(vatNumber, customer.vatNumber),
    registration: fitting(registration, customer.registration),
    birthday: fitting(birthday, customer.birthday),
  };
  return { ...values, kind: kindOf(values), addresses: customer.addresses.slice(0, ADDRESSES_MAX).flatMap(addressOf) };
}

/** The key stays as long as the shop's address lives, so that it is found again. */
function addressOf({ externalId, ...address }: ShopCustomer['addresses'][number]): readonly ClientAddress[] {
  const { data } = addressFields.safeParse(address);
  return data === undefined ? [] : [{ ...data, id: `shop-${externalId}` }];
}

/** Many persons name the company they work for; one that is registered, or has no other name, is a company. */
function kindOf({ company, vatNumber, registration, firstName, lastName }: Omit<ShopValues, 'kind' | 'addresses'>): Client['kind'] {
  if (company === null) return 'person';
  return vatNumber !== null || registration !== null || (firstName === null && lastName === null) ? 'company' : 'person';
}

function fitting<Value>(schema: z.ZodType<Value>, value: string | null): Value | null {
  return value === null ? null : (schema.safeParse(value).data ?? null);
}

function cut(text: string | null, max: number): string | null {
  return text?.trim().slice(0, max) ?? null;
}
