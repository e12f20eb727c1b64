import type { Client } from '@comptoir/core/clients/client.js';
import { buyerOfClient } from '@comptoir/core/invoices/buyer-book.js';
import type { Invoice } from '@comptoir/core/invoices/invoice.js';
import { type TypedDraftInput, typedInput } from '@comptoir/core/invoices/invoice-contract.js';
import { takeInvoiceStep } from '@comptoir/core/invoices/invoice-states.js';
import type { PastInvoice } from '@comptoir/core/invoices/past-invoice.js';
import { nextPeriod } from '@comptoir/core/recurring-invoices/periods.js';
import type { RecurringInvoice, RecurringRun } from '@comptoir/core/recurring-invoices/recurring-invoice.js';
import { addDays, instantAt, wallTimeAt } from '@comptoir/core/sites/wall-time.js';
import { minutesAfter } from './calendar.js';
import type { Choices } from './dice.js';
import { aDraft, type Books, closed, issuedAt, settledAt } from './past-books.js';

/** What the staff wrote itself: quotes, and what is invoiced every month. */
export interface Deals {
  readonly invoices: readonly PastInvoice[];
  /** Quotes that nobody has sent yet. */
  readonly drafts: readonly Invoice[];
  readonly subscriptions: readonly Subscription[];
}

export interface Subscription {
  readonly recurring: RecurringInvoice;
  readonly runs: readonly RecurringRun[];
}

const DAY_MINUTES = 24 * 60;
const QUOTES = 16;
const QUOTED_DAYS = 210;

/** The latest are still being written, and those before wait for an answer, which comes within twelve days. */
const WRITTEN_DAYS = 14;
const WAITING_DAYS = 28;

type Answer = 'none' | 'accepted' | 'refused' | 'converted';
const ANSWERS: Choices<Answer> = [
  ['converted', 50],
  ['refused', 20],
  ['none', 20],
  ['accepted', 10],
];

type Work = readonly [name: string, priceCents: number, unit: string];
const WORKS: readonly [Work, ...Work[]] = [
  ['Papeterie gravée à votre nom, le cent', 18_500, 'C62'],
  ['Atelier de reliure, demi-journée', 42_000, 'C62'],
  ['Aménagement d’une vitrine', 61_000, 'C62'],
  ['Conseil en agencement', 7_500, 'HUR'],
  ['Coffrets de fin d’année, composés avec vous', 5_400, 'C62'],
];

/** Quotes of the last months and two subscriptions, with what became of them. */
export function dealsOf(books: Books): Deals {
  const companies = [...books.clients.values()].filter(({ kind }) => kind === 'company');
  const quotes = Array.from({ length: QUOTES }, (_, index) => aQuote(books, companies, (QUOTED_DAYS / QUOTES) * (QUOTES - index) - 1));
  const [stationery, workshop] = [companies[2], companies[5]];
  if (stationery === undefined || workshop === undefined) throw new Error('There are too few companies.');
  const monthly = subscribed(books, stationery, STATIONERY, { months: 11, isPaused: false });
  const paused = subscribed(books, workshop, WORKSHOP, { months: 16, isPaused: true });
  return {
    invoices: [...quotes.flatMap(({ sent }) => sent), ...monthly.invoices, ...paused.invoices],
    drafts: quotes.flatMap(({ draft }) => draft),
    subscriptions: [monthly.subscription, paused.subscription],
  };
}

function aQuote(books: Books, companies: readonly Client[], daysAgo: number) {
  const { dice, now } = books.place;
  const at = minutesAfter(now, -Math.round(daysAgo * DAY_MINUTES) - dice.between(60, 300));
  const quote = aDraft(books, 'quote', { ...contentOf(aWork(dice)), buyer: buyerOfClient(aCompany(books, companies)) }, at);
  const answeredAt = minutesAfter(at, dice.between(2, 12) * DAY_MINUTES);
  if (daysAgo < WRITTEN_DAYS) return { draft: [quote], sent: [] };
  const sent = issuedAt(books, quote, at);
  const answer = daysAgo < WAITING_DAYS ? 'none' : dice.weighted(ANSWERS);
  return { draft: [], sent: answered(books, sent, answer, answeredAt) };
}

function answered(books: Books, quote: Invoice, answer: Answer, at: Date): readonly PastInvoice[] {
  const today = wallTimeAt(books.place.now, books.place.timezone).date;
  if (answer === 'none') {
    const isOver = quote.dueDate !== null && quote.dueDate < today;
    return [closed(books, { invoice: isOver ? takeInvoiceStep(quote, 'expire') : quote, payments: [] })];
  }
  if (answer === 'refused') return [closed(books, { invoice: takeInvoiceStep(quote, 'refuse'), payments: [] })];
  const accepted = takeInvoiceStep(quote, 'accept');
  if (answer === 'accepted') return [closed(books, { invoice: accepted, payments: [] })];
  const { buyer, draft } = quote;
  const content = { ...contentOf([...(draft?.lines ?? [])]), buyer };
  const invoice = issuedAt(books, aDraft(books, 'invoice', content, at, { quoteId: quote.id }), at);
  const quoted = closed(books, { invoice: takeInvoiceStep(accepted, 'convert'), payments: [] });
  return [quoted, paidByTransfer(books, invoice, at)];
}

/** In their own time; not yet, when that is still to come. */
function paidByTransfer(books: Books, invoice: Invoice, at: Date): PastInvoice {
  const { dice, now } = books.place;
  const receivedAt = minutesAfter(at, dice.between(5, 40) * DAY_MINUTES);
  const account = { invoice, payments: [] };
  if (receivedAt >= now) return closed(books, account);
  return closed(books, settledAt(books, account, invoice.grossCents, { method: 'transfer', reference: null, receivedAt }));
}

function aWork({ pick, between }: Books['place']['dice']): TypedDraftInput['lines'] {
  const [name, unitPriceCents, unit] = pick(WORKS);
  return typedLines([{ name, unitPriceCents, unit, quantity: between(1, 6), taxBasisPoints: 2000 }]);
}

function typedLines(lines: readonly object[]): TypedDraftInput['lines'] {
  return typedInput.shape.lines.parse(lines);
}

function contentOf(lines: TypedDraftInput['lines']): TypedDraftInput {
  return { ...typedInput.parse({ lines, prices: 'net', language: 'fr' }), lines };
}

function aCompany({ place }: Books, [first, ...others]: readonly Client[]): Client {
  if (first === undefined) throw new Error('There are no companies.');
  return place.dice.pick([first, ...others]);
}

interface Offer {
  readonly name: string;
  readonly day: number;
  readonly lines: readonly object[];
}

const STATIONERY: Offer = {
  name: 'Papeterie du mois',
  day: 1,
  lines: [{ name: 'Papeterie du mois', description: 'Papier, carnets et encre', unitPriceCents: 11_900, taxBasisPoints: 2000 }],
};
const WORKSHOP: Offer = {
  name: 'Atelier d’équipe',
  day: 15,
  lines: [{ name: 'Atelier d’équipe', description: 'Deux heures à l’atelier', quantity: 2, unitPriceCents: 9_000, taxBasisPoints: 2000 }],
};

interface Span {
  /** How many months ago it began. */
  readonly months: number;
  /** True: for the last half year nothing came. */
  readonly isPaused: boolean;
}

/** Invoiced on a day of every month since it began. */
function subscribed(books: Books, client: Client, offer: Offer, { months, isPaused }: Span) {
  const { place } = books;
  const { timezone, now, ids, scope } = place;
  const recurrence = { every: 'month', day: offer.day } as const;
  const today = wallTimeAt(now, timezone).date;
  const content = { ...contentOf(typedLines(offer.lines)), clientId: client.id };
  const begin = addDays(today, -months * 30);
  const until = isPaused ? addDays(today, -180) : today;
  const periods: string[] = [];
  let next = nextPeriod(recurrence, begin);
  for (; next < until; next = nextPeriod(recurrence, next)) periods.push(next);
  const id = ids.uuid();
  const invoiced = periods.map((period) => {
    const at = instantAt(period, '06:05', timezone);
    const dated = { ...content, deliveryDate: period, buyer: buyerOfClient(client) };
    const invoice = issuedAt(books, aDraft(books, 'invoice', dated, at, { recurringId: id }), at);
    return { paid: paidByTransfer(books, invoice, at), run: { recurringId: id, period, invoiceId: invoice.id, at } };
  });
  const state = { status: isPaused ? 'paused' : 'active', count: periods.length, nextDate: next, fault: null } as const;
  const span = { recurrence, startDate: begin, endDate: null, maxCount: null, mode: 'issue' } as const;
  const head = { id, tenantId: scope.tenantId, siteId: scope.siteId, name: offer.name, content };
  const createdAt = instantAt(begin, '10:00', timezone);
  const recurring: RecurringInvoice = { ...head, ...span, ...state, createdAt, version: periods.length + (isPaused ? 2 : 1) };
  return { invoices: invoiced.map(({ paid }) => paid), subscription: { recurring, runs: invoiced.map(({ run }) => run) } };
}
