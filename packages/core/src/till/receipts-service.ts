import type { JournalEntry } from '../journal/journal-entry.js';
import type { JournalWriter } from '../journal/journal-writer.js';
import type { Clock } from '../kit/clock.js';
import { DomainError } from '../kit/errors.js';
import { actorName, type Scope } from '../kit/scope.js';
import type { Sale } from '../sales/sale.js';
import type { Site } from '../sites/site.js';
import type { TransactAll, Views } from '../stores.js';
import { type Receipt, receiptOf } from './receipt.js';
import { receiptText } from './receipt-text.js';
import { receiptLanguageOf } from './receipt-words.js';
import { journalWork, momentOf, siteOf } from './till-moment.js';

export interface PrintedReceipt extends Receipt {
  /** The whole of it as lines of text. */
  readonly text: string;
}

/** Prints what was sold. */
export interface ReceiptsService {
  /** The receipt as it is printed first. Throws `unknown_sale`. */
  receipt(scope: Scope, saleId: string): Promise<PrintedReceipt>;
  /** The receipt once more, which the journal keeps, with the number of the copy. Throws `unknown_sale`. */
  duplicate(scope: Scope, saleId: string): Promise<PrintedReceipt>;
  /** That of a sale for practice, which is printed once. Throws `unknown_shop`. */
  ofPractice(scope: Scope, sale: Sale, entry: JournalEntry): Promise<PrintedReceipt>;
}

export interface ReceiptsDeps {
  readonly transact: TransactAll;
  readonly journal: JournalWriter;
  readonly clock: Clock;
  /** Of the software. */
  readonly version: string;
}

type Seen = Pick<Views, 'sales' | 'sites' | 'journal'>;

export function makeReceiptsService({ transact, journal, clock, version }: ReceiptsDeps): ReceiptsService {
  async function print(views: Seen, scope: Scope, sale: Sale, copy: number | null): Promise<PrintedReceipt> {
    const entry = await entryOf(views, scope, sale);
    return printed(await siteOf(views, scope), receiptOf(sale, await siteOf(views, scope), { entry, version, copy, training: false }));
  }

  return {
    receipt: (scope, saleId) => transact(scope, async (_stores, views) => print(views, scope, await saleOf(views, scope, saleId), null)),

    duplicate: (scope, saleId) =>
      transact(scope, async (stores, views) => {
        const sale = await saleOf(views, scope, saleId);
        const [at, by] = [clock.now(), actorName(scope.actor)];
        let copy = 0;
        await journal.recordCopy(journalWork(stores, views), scope, await momentOf(views, scope, sale.register, at), async () => {
          copy = (await stores.till.copySale(scope, { saleId, at, by })).number;
          const { number, totalCents } = sale;
          const original = await entryOf(views, scope, sale);
          const snapshot = { saleId, sale: number, entry: original.number, totalCents, copy, at: at.toISOString(), by };
          return { copy: snapshot, event: { event: 'duplicate', saleId, copy, by } };
        });
        return print(views, scope, sale, copy);
      }),

    ofPractice: (scope, sale, entry) =>
      transact(scope, async (_stores, views) => {
        const site = await siteOf(views, scope);
        return printed(site, receiptOf(sale, site, { entry, version, copy: null, training: true }));
      }),
  };
}

/** In the first language of the establishment. */
function printed({ languages }: Site, receipt: Receipt): PrintedReceipt {
  return { ...receipt, text: receiptText(receipt, receiptLanguageOf(languages[0] ?? '')) };
}

async function saleOf({ sales }: Pick<Views, 'sales'>, scope: Scope, saleId: string): Promise<Sale> {
  const sale = await sales.get(scope, saleId);
  if (sale === null) throw new DomainError('unknown_sale');
  return sale;
}

/** Every sale has an entry in the journal, of the instant it was rung up at. Sales from before there was a journal have none: they cannot be printed. */
async function entryOf({ journal }: Pick<Views, 'journal'>, scope: Scope, { id, register, at }: Sale): Promise<JournalEntry> {
  const candidates = await journal.at(scope, { register, type: 'sale' }, at);
  const entry = candidates.find(({ snapshot }) => snapshot.includes(`"id":"${id}"`));
  if (entry === undefined) throw new DomainError('unknown_sale', { message: 'This sale is in no journal.' });
  return entry;
}
