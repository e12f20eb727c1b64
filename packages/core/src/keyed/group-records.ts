import { z } from 'zod';
import {
  GROUP_SIZE_MAX,
  type GroupInput,
  type GroupPatch,
  groupFields,
  newGroupFields,
  quoteName,
  quoteOf,
  quoteQuantity,
} from '../groups/group-contract.js';
import { GROUP_KINDS, GROUP_STATUSES, lineCents, type QuoteLine, quoteCents, type VisitorGroup } from '../groups/visitor-group.js';
import { eurosOf, percentOf } from '../kit/money.js';
import { cursorInput } from '../kit/page.js';
import { personal } from '../kit/secret.js';
import { idSchema } from '../kit/validate.js';
import { TICKET_LANGUAGES } from '../ticketing/offer.js';
import { priceInput, vatRateInput } from './item-contract.js';

/** Groups as the keyed API shows and takes them (decisions §4). */

const text = z.string();
const ok = z.literal(true);

export const keyedGroup = z.object({
  id: text.meta({ examples: ['0196a3de-4f1c-7d10-9a44-7b0c2d9e8f31'] }),
  status: z.enum(GROUP_STATUSES),
  kind: z.enum(GROUP_KINDS),
  name: text.meta({ examples: ['Collège des Rives, 5e B'] }),
  contact: personal(z.object({ name: text, email: text.nullable(), phone: text.nullable() })),
  size: z.int().meta({ description: `At most ${GROUP_SIZE_MAX}.`, examples: [28] }),
  guided: z.boolean(),
  guide: personal(text.nullable()).meta({ examples: [null] }),
  language: z.enum(TICKET_LANGUAGES),
  wishedOn: text.nullable().meta({ examples: ['2026-06-12'] }),
  sessionId: text.nullable().meta({ examples: [null] }),
  quote: z
    .object({
      lines: z.array(z.object({ name: text, quantity: z.int(), unitPrice: z.number(), vatRate: z.number(), total: z.number() })),
      total: z.number(),
    })
    .nullable()
    .meta({ description: 'Prices including tax, in euros. Null: none was made.' }),
  invoiceId: text.nullable().meta({ examples: [null] }),
  notes: personal(text.nullable()).meta({ examples: [null] }),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});

export const groupAnswer = z.object({ ok, group: keyedGroup });
export const groupsAnswer = z.object({
  ok,
  groups: z.array(keyedGroup),
  nextCursor: text.nullable().meta({ description: 'Null: there are no more.', examples: [null] }),
});

const quote = quoteOf(
  z.strictObject({ name: quoteName, quantity: quoteQuantity.default(1), unitPrice: priceInput, vatRate: vatRateInput }),
);

export const keyedGroupInput = z.strictObject({ ...newGroupFields, quote: quote.default(null) });

export const keyedGroupPatch = z
  .strictObject({ ...groupFields, quote, status: z.enum(GROUP_STATUSES).meta({ description: 'The state it goes on to.' }) })
  .partial();

export const groupsQuery = cursorInput.extend({ status: z.enum(GROUP_STATUSES).optional(), sessionId: idSchema.optional() });

type KeyedLine = NonNullable<z.output<typeof quote>>[number];

function lineOf({ name, quantity, unitPrice, vatRate }: KeyedLine): QuoteLine & { taxBasisPoints: number } {
  return { name, quantity, unitPriceCents: unitPrice, taxBasisPoints: vatRate };
}

export function groupInputOf({ quote: lines, ...input }: z.output<typeof keyedGroupInput>): GroupInput {
  return { ...input, quote: lines?.map(lineOf) ?? null };
}

/** The changes of a patch, its `status` apart. */
export function groupPatchOf({ quote: lines, status: _status, ...patch }: z.output<typeof keyedGroupPatch>): GroupPatch {
  return { ...patch, ...(lines !== undefined && { quote: lines?.map(lineOf) ?? null }) };
}

export function presentGroup({
  version: _version,
  quote: lines,
  createdAt,
  updatedAt,
  ...group
}: VisitorGroup): z.output<typeof keyedGroup> {
  return { ...group, quote: presentQuote(lines), createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}

function presentQuote(lines: readonly QuoteLine[] | null): z.output<typeof keyedGroup>['quote'] {
  if (lines === null) return null;
  return { lines: lines.map(presentLine), total: eurosOf(quoteCents(lines)) };
}

function presentLine(line: QuoteLine) {
  const { name, quantity, unitPriceCents, taxBasisPoints } = line;
  return { name, quantity, unitPrice: eurosOf(unitPriceCents), vatRate: percentOf(taxBasisPoints), total: eurosOf(lineCents(line)) };
}
