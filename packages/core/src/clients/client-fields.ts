import { z } from 'zod';
import { emailSchema } from '../identity/email.js';
import { postalAddress } from '../kit/postal-address.js';
import { personal } from '../kit/secret.js';
import { personText } from '../kit/validate.js';
import { CLIENT_KINDS } from './client.js';

/** The limits of everything a client is made of: the one place where they are written. */

export const ADDRESSES_MAX = 50;
export const TAGS_MAX = 50;

/** The JSON of what integrations keep with a client, in characters. */
const CUSTOM_MAX = 16_000;

/** A word or a few, as it is stored: lower-case. Without what separates tags in CSV. */
export const clientTag = personText(1, 40)
  .regex(/^[^,;|]*$/, 'Without , ; |')
  .transform((tag) => tag.toLowerCase());

export const clientTags = z.array(clientTag).max(TAGS_MAX);

/** A phone number as people write it. */
const phone = personText(3, 40).regex(/^[+()\d][\d\s().\-/+x#]*$/i, 'Digits, spaces and + ( ) . - / x # only');

const birthday = z.iso.date().refine((day) => day >= '1900-01-01', 'A day since 1900');

export const addressFields = postalAddress.extend({
  /** What the client calls it. */
  label: personText(1, 60).nullable().default(null),
});

export const addressPatch = z
  .object({
    label: addressFields.shape.label.unwrap(),
    name: postalAddress.shape.name.unwrap(),
    company: postalAddress.shape.company.unwrap(),
    line1: postalAddress.shape.line1,
    line2: postalAddress.shape.line2.unwrap(),
    postcode: postalAddress.shape.postcode,
    city: postalAddress.shape.city,
    country: postalAddress.shape.country,
    phone: postalAddress.shape.phone.unwrap(),
  })
  .partial();

const customInputs = z
  .record(z.string().min(1).max(80), z.unknown())
  .refine((data) => z.json().safeParse(data).success, 'Only what JSON can hold')
  .refine((data) => JSON.stringify(data).length <= CUSTOM_MAX, `At most ${CUSTOM_MAX} characters of JSON`);

/** What people set of a client, each field as it is when it is there. */
export const plainClientFields = {
  kind: z.enum(CLIENT_KINDS),
  firstName: personal(personText(1, 80).nullable()),
  lastName: personal(personText(1, 80).nullable()),
  company: personal(personText(1, 120).nullable()),
  email: personal(emailSchema.nullable()),
  phone: personal(phone.nullable()),
  /** BCP 47: `fr`, `fr-BE`. */
  language: z
    .string()
    .regex(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/, 'A language tag such as fr or fr-BE')
    .nullable(),
  vatNumber: personal(personText(2, 30).nullable()),
  registration: personal(personText(2, 30).nullable()),
  /** `YYYY-MM-DD` */
  birthday: personal(birthday.nullable()),
  tags: personal(clientTags),
  customInputs: personal(customInputs),
  externalId: personal(personText(1, 80).nullable()),
};

/** The same for a new client. What is left out is nothing. */
export const newClientFields = {
  ...plainClientFields,
  kind: plainClientFields.kind.default('person'),
  firstName: plainClientFields.firstName.default(null),
  lastName: plainClientFields.lastName.default(null),
  company: plainClientFields.company.default(null),
  email: plainClientFields.email.default(null),
  phone: plainClientFields.phone.default(null),
  language: plainClientFields.language.default(null),
  vatNumber: plainClientFields.vatNumber.default(null),
  registration: plainClientFields.registration.default(null),
  birthday: plainClientFields.birthday.default(null),
  tags: plainClientFields.tags.default([]),
  customInputs: plainClientFields.customInputs.default({}),
  externalId: plainClientFields.externalId.default(null),
};

/** Where consent is given or withdrawn. */
export const consentSource = personText(1, 60);

export const noteText = personText(1, 4000, { multiline: true });
