import { z } from 'zod';
import { pageInput, pageOf } from '../kit/page.js';
import { personal } from '../kit/secret.js';
import { idSchema, instantInput } from '../kit/validate.js';
import { CLIENT_KINDS } from './client.js';
import { CLIENT_EVENT_KINDS } from './client-event.js';
import { ADDRESSES_MAX, addressFields, addressPatch, clientTag, newClientFields, plainClientFields } from './client-fields.js';
import { CLIENT_SORTS, CONSENT_STATES } from './client-store.js';

const text = z.string();

export const addressRecord = z.object({
  id: text,
  label: text.nullable(),
  name: text.nullable(),
  company: text.nullable(),
  line1: text,
  line2: text.nullable(),
  postcode: text,
  city: text,
  country: text,
  phone: text.nullable(),
});

export const consentRecord = z.object({ granted: z.boolean(), at: z.date(), source: text });

/** The client as the platform answers it. */
export const clientRecord = z.object({
  id: text,
  kind: z.enum(CLIENT_KINDS),
  /** What the client is called, made of the fields below. */
  name: text,
  firstName: text.nullable(),
  lastName: text.nullable(),
  company: text.nullable(),
  email: text.nullable(),
  phone: text.nullable(),
  language: text.nullable(),
  vatNumber: text.nullable(),
  registration: text.nullable(),
  birthday: text.nullable(),
  addresses: z.array(addressRecord),
  billingAddressId: text.nullable(),
  deliveryAddressId: text.nullable(),
  tags: z.array(text),
  emailConsent: consentRecord.nullable(),
  customInputs: z.record(text, z.unknown()),
  externalId: text.nullable(),
  mergedInto: text.nullable(),
  anonymizedAt: z.date().nullable(),
  createdAt: z.date(),
  updatedAt: z.date(),
  version: z.int(),
});

/** One client, with the ids of those that were merged into it. */
export const wholeClient = clientRecord.extend({ mergedFrom: z.array(text) });

export const clientId = z.object({ id: idSchema });
export const versionedClient = clientId.extend({ version: z.int().min(1).optional() });

/** A new client. The first address is the one that bills and deliveries go to; ids are made here. */
export const clientCreate = z
  .object({ ...newClientFields, addresses: personal(z.array(addressFields).max(ADDRESSES_MAX).default([])) })
  .refine(
    ({ firstName, lastName, company, email, phone }) => [firstName, lastName, company, email, phone].some((known) => known !== null),
    'Give a name, a company, a mail address or a phone number',
  );

/** What is changed of a client: undefined leaves, null clears; `customInputs` is merged by name, where null removes. */
export const clientPatch = z.object(plainClientFields).partial();

export const clientFilters = pageInput.extend({
  kind: z.enum(CLIENT_KINDS).optional(),
  tag: clientTag.optional(),
  consent: z.enum(CONSENT_STATES).optional(),
  createdFrom: instantInput.optional(),
  createdTo: instantInput.optional(),
  hasOrders: z.boolean().optional(),
  sort: z.enum(CLIENT_SORTS).optional(),
});

export const newAddress = versionedClient.extend({ address: personal(addressFields) });
export const changedAddress = versionedClient.extend({ addressId: idSchema, address: personal(addressPatch) });
export const namedAddress = versionedClient.extend({ addressId: idSchema });

export const noteRecord = z.object({ id: text, clientId: text, text, author: text, at: z.date() });

export const historyPage = pageOf(
  z.object({ kind: z.enum(CLIENT_EVENT_KINDS), at: z.date(), actor: text, facts: z.record(text, z.unknown()), clientId: text }),
);
