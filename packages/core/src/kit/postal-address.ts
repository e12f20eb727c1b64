import { z } from 'zod';
import { personText } from './validate.js';

/** Where somebody lives, is billed or is delivered to. */
export const postalAddress = z.object({
  /** Whom it is addressed to, where that is not the client; null: the client. */
  name: personText(1, 120).nullable().default(null),
  company: personText(1, 120).nullable().default(null),
  line1: personText(1, 120),
  line2: personText(1, 120).nullable().default(null),
  postcode: personText(1, 20),
  city: personText(1, 80),
  /** ISO 3166-1 alpha-2. */
  country: z.string().regex(/^[A-Z]{2}$/, 'Two capital letters (ISO 3166-1)'),
  phone: personText(1, 40).nullable().default(null),
});

export type PostalAddress = z.output<typeof postalAddress>;
