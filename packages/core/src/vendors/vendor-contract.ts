import { z } from 'zod';
import { emailSchema } from '../identity/email.js';
import { pageInput } from '../kit/page.js';
import { personal } from '../kit/secret.js';
import { idSchema, personText } from '../kit/validate.js';
import { versionedFields } from '../kit/versioned.js';
import { VENDOR_TYPES } from '../shop-sync/shop-records.js';

/** The limits and shapes of everything a vendor is made of. */

/** The JSON of what integrations keep with a vendor, in characters. */
const DATA_MAX = 16_000;

const text = z.string();
const phone = personText(3, 40).regex(/^[+()\d][\d\s().\-/+x#]*$/i, 'Digits, spaces and + ( ) . - / x # only');
const type = z.enum(VENDOR_TYPES);

/** In shops, 0 stands for none. */
const shopId = personText(1, 80).refine((id) => id !== '0', 'The id of a shop is never 0');

/** `portal` belongs to the vendor portal alone: whoever could write it could open the portal with a link of their own. */
const data = z
  .record(z.string().min(1).max(80), z.unknown())
  .refine((facts) => z.json().safeParse(facts).success, 'Only what JSON can hold')
  .refine((facts) => JSON.stringify(facts).length <= DATA_MAX, `At most ${DATA_MAX} characters of JSON`)
  .refine((facts) => !Object.hasOwn(facts, 'portal'), 'portal is set by the links of the portal only')
  .refine(({ active }) => active === undefined || active === null || typeof active === 'boolean', 'active is true or false');

const plainFields = {
  name: personText(1, 120),
  type: type.nullable(),
  externalId: shopId.nullable(),
  email: personal(emailSchema.nullable()),
  phone: personal(phone.nullable()),
  note: personal(personText(1, 4000, { multiline: true }).nullable()),
  data: personal(data),
};

/** A new vendor. What is left out is nothing. */
export const vendorInput = z.object({
  ...plainFields,
  type: plainFields.type.default(null),
  externalId: plainFields.externalId.default(null),
  email: plainFields.email.default(null),
  phone: plainFields.phone.default(null),
  note: plainFields.note.default(null),
  data: plainFields.data.default({}),
});

/** What is changed of a vendor: undefined leaves, null clears; `data` is merged by name, where null removes. */
export const vendorPatch = z.object(plainFields).partial();

export const vendorRecord = z.object({
  ...versionedFields,
  name: text,
  type: type.nullable(),
  externalId: text.nullable(),
  email: text.nullable(),
  phone: text.nullable(),
  note: text.nullable(),
  active: z.boolean(),
  data: z.record(text, z.unknown()),
  /** Its link to the vendor portal; null: it has none. Of the link itself nobody knows anything any more. */
  portal: z.object({ createdAt: text, expiresAt: text }).nullable(),
  mergedInto: text.nullable(),
  /** Products that name it as theirs. */
  products: z.int(),
});

export const vendorFilters = pageInput.extend({ type: type.optional(), active: z.boolean().optional() });
export const vendorId = z.object({ id: idSchema });

export const vendorProduct = z.object({
  id: text,
  name: text,
  reference: text.nullable(),
  sku: text.nullable(),
  externalId: text.nullable(),
  purchasePriceCents: z.int().nullable(),
  visible: z.boolean(),
});

export type VendorInput = z.output<typeof vendorInput>;
export type VendorPatch = z.output<typeof vendorPatch>;
