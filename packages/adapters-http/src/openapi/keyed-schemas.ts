import {
  annulInput,
  countInput,
  dayRecord,
  offlinePass,
  offlineTicket,
  scanInput,
  scanRecord,
  uploadInput,
} from '@comptoir/core/access/access-contract.js';
import { keyedGroup, keyedGroupInput, keyedGroupPatch } from '@comptoir/core/keyed/group-records.js';
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
import { keyedPass } from '@comptoir/core/keyed/pass-records.js';
import { receiptAnswer, saleAnswer, saleRecord, salesAnswer } from '@comptoir/core/keyed/sale-contract.js';
import { refundInput, saleInput } from '@comptoir/core/keyed/sale-input.js';
import {
  keyedOffer,
  keyedSession,
  offersAnswer,
  sessionAnswer,
  sessionChange,
  sessionCreate,
  sessionsAnswer,
} from '@comptoir/core/keyed/session-contract.js';
import { blockInput, passInput, useInput } from '@comptoir/core/passes/pass-contract.js';
import {
  keyedBooking,
  keyedBookingAnswer,
  keyedBookingInput,
  keyedBookingsAnswer,
  keyedCancelInput,
} from '@comptoir/core/ticketing/keyed-booking-contract.js';
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
  TicketOrder: keyedBooking,
  JournalEntry: journalRecord,
  TicketOffer: keyedOffer,
  TicketSession: keyedSession,
  Scan: scanRecord,
  AttendanceDay: dayRecord,
  OfflineTicket: offlineTicket,
  OfflinePass: offlinePass,
  Group: keyedGroup,
  Pass: keyedPass,
} as const;

const INPUTS = {
  ItemCreate: itemCreate,
  ItemUpdate: itemUpdate,
  OrderStep: stepInput,
  SaleInput: saleInput,
  RefundInput: refundInput,
  SessionCreate: sessionCreate,
  SessionUpdate: sessionChange,
  ScanInput: scanInput,
  ScanUpload: uploadInput,
  ScanAnnulment: annulInput,
  AttendanceCount: countInput,
  TicketOrderInput: keyedBookingInput,
  TicketOrderCancel: keyedCancelInput,
  GroupInput: keyedGroupInput,
  GroupPatch: keyedGroupPatch,
  PassInput: passInput,
  PassUse: useInput,
  PassBlock: blockInput,
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

/** What an operation answers, with an example made of its contract. */
export function answer(contract: z.ZodType, subject: string): Content {
  const schema = schemaOf(contract, 'output');
  return json(withRecords(schema), plainOf(exampleOf(contract, schema, subject)));
}

export const ANSWERS: Readonly<
  Record<
    | 'shop'
    | 'catalogue'
    | 'item'
    | 'deleted'
    | 'stock'
    | 'order'
    | 'orders'
    | 'receipt'
    | 'sale'
    | 'sales'
    | 'journal'
    | 'verified'
    | 'offers'
    | 'session'
    | 'sessions'
    | 'booking'
    | 'bookings',
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
  booking: () => answer(keyedBookingAnswer, 'answer'),
  bookings: () => answer(keyedBookingsAnswer, 'answer'),
  journal: () => answer(journalAnswer, 'answer'),
  verified: () => answer(verifyAnswer, 'answer'),
  offers: () => answer(offersAnswer, 'answer'),
  session: () => answer(sessionAnswer, 'answer'),
  sessions: () => answer(sessionsAnswer, 'answer'),
};

/** What an operation takes. */
export function input(name: keyof typeof INPUTS, example: z.input<(typeof INPUTS)[typeof name]>): Content {
  return json({ $ref: `${SCHEMA_PREFIX}${name}` }, example);
}

export const BODIES: Readonly<
  Record<'create' | 'update' | 'step' | 'sell' | 'refund' | 'schedule' | 'reschedule' | 'book' | 'cancelBooking', () => Content>
> = {
  book: () =>
    input('TicketOrderInput', {
      sessionId: 'ondes-10h',
      lines: [{ rateId: 'plein', quantity: 2 }],
      customer: { name: 'Ada Lovelace', email: 'ada@example.org' },
    }),
  cancelBooking: () => input('TicketOrderCancel', { reason: 'Grève' }),
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
  schedule: () =>
    input('SessionCreate', { offerId: 'nuit-des-ondes', start: '2026-06-16T18:00:00Z', end: '2026-06-16T19:30:00Z', capacity: 40 }),
  reschedule: () => input('SessionUpdate', { start: '2026-06-16T18:30:00Z', capacity: 60 }),
  step: () => input('OrderStep', { reason: 'Rupture de stock' }),
};
