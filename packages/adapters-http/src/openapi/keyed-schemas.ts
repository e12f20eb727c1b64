import { itemCreate, itemRecord, itemUpdate } from '@comptoir/core/keyed/item-contract.js';
import { journalAnswer, journalRecord, verifyAnswer } from '@comptoir/core/keyed/journal-contract.js';
import {
  catalogueAnswer,
  categoryRecord,
  deletedAnswer,
  itemAnswer,
  keyDescriptor,
  orderAnswer,
  orderRecord,
  ordersAnswer,
  shopAnswer,
  shopRecord,
  stepInput,
  stockAnswer,
  stockEntry,
} from '@comptoir/core/keyed/keyed-contract.js';
import { receiptAnswer, saleAnswer, saleRecord, salesAnswer } from '@comptoir/core/keyed/sale-contract.js';
import { refundInput, saleInput } from '@comptoir/core/keyed/sale-input.js';
import type { z } from 'zod';
import { type Content, json } from './document.js';
import { exampleOf } from './example-of.js';
import { type JsonSchema, mapParts, schemaOf } from './json-schema.js';
import { plainOf } from './plain-value.js';
import { SCHEMA_PREFIX } from './shared-schemas.js';

const RECORDS = {
  Shop: shopRecord,
  KeyDescriptor: keyDescriptor,
  Category: categoryRecord,
  Item: itemRecord,
  StockEntry: stockEntry,
  Order: orderRecord,
  Sale: saleRecord,
  JournalEntry: journalRecord,
} as const;

const INPUTS = {
  ItemCreate: itemCreate,
  ItemUpdate: itemUpdate,
  OrderStep: stepInput,
  SaleInput: saleInput,
  RefundInput: refundInput,
} as const;

/** The records of the keyed API, and what it takes. */
export const KEYED_SCHEMAS: Readonly<Record<string, JsonSchema>> = Object.fromEntries([
  ...Object.entries(RECORDS).map(([name, contract]) => [name, schemaOf(contract, 'output')] as const),
  ...Object.entries(INPUTS).map(([name, contract]) => [name, schemaOf(contract, 'input')] as const),
]);

const NAMES = new Map(Object.keys(RECORDS).map((name) => [JSON.stringify(KEYED_SCHEMAS[name]), name]));

/** The schema with references in place of the records. */
function withRecords(schema: JsonSchema): JsonSchema {
  const name = NAMES.get(JSON.stringify(schema));
  return name === undefined ? mapParts(schema, '', withRecords) : { $ref: `${SCHEMA_PREFIX}${name}` };
}

function answer(contract: z.ZodType, subject: string): Content {
  const schema = schemaOf(contract, 'output');
  return json(withRecords(schema), plainOf(exampleOf(contract, schema, subject)));
}

export const ANSWERS: Readonly<
  Record<
    'shop' | 'catalogue' | 'item' | 'deleted' | 'stock' | 'order' | 'orders' | 'receipt' | 'sale' | 'sales' | 'journal' | 'verified',
    () => Content
  >
> = {
  shop: () => answer(shopAnswer, 'shop'),
  catalogue: () => answer(catalogueAnswer, 'catalogue'),
  item: () => answer(itemAnswer, 'answer'),
  deleted: () => answer(deletedAnswer, 'answer'),
  stock: () => answer(stockAnswer, 'stock'),
  order: () => answer(orderAnswer, 'answer'),
  orders: () => answer(ordersAnswer, 'answer'),
  receipt: () => answer(receiptAnswer, 'answer'),
  sale: () => answer(saleAnswer, 'answer'),
  sales: () => answer(salesAnswer, 'answer'),
  journal: () => answer(journalAnswer, 'answer'),
  verified: () => answer(verifyAnswer, 'answer'),
};

function input(name: keyof typeof INPUTS, example: z.input<(typeof INPUTS)[typeof name]>): Content {
  return json({ $ref: `${SCHEMA_PREFIX}${name}` }, example);
}

export const BODIES: Readonly<Record<'create' | 'update' | 'step' | 'sell' | 'refund', () => Content>> = {
  sell: () =>
    input('SaleInput', {
      register: 'Caisse 1',
      lines: [{ itemId: 'galette-complete', quantity: 2, unitPrice: 12.5 }],
      payments: [{ method: 'card', amount: 25 }],
    }),
  refund: () =>
    input('RefundInput', { register: 'Caisse 1', lines: [{ number: 1, quantity: 1 }], payments: [{ method: 'card', amount: 9.5 }] }),
  create: () =>
    input('ItemCreate', {
      name: 'Galette complète',
      price: 12.5,
      vatRate: 10,
      categoryId: 'plats',
      description: 'Jambon, œuf, emmental.',
      sku: 'GAL-01',
      allergens: ['gluten', 'eggs', 'milk'],
      optionGroups: [{ name: 'Suppléments', min: 0, max: 2, options: [{ name: 'Œuf', price: 1.5 }] }],
    }),
  update: () => input('ItemUpdate', { price: 13, description: '', available: false }),
  step: () => input('OrderStep', { reason: 'Rupture de stock' }),
};
