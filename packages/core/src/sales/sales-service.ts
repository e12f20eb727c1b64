import type { JournalWriter } from '../journal/journal-writer.js';
import type { Clock } from '../kit/clock.js';
import { DomainError } from '../kit/errors.js';
import type { Ids } from '../kit/ids.js';
import type { Scope } from '../kit/scope.js';
import type { Signals } from '../kit/signals.js';
import { itemsOfGoods } from '../orders/order-goods.js';
import type { Site } from '../sites/site.js';
import { wallTimeAt } from '../sites/wall-time.js';
import { happened } from '../stock/new-stock-action.js';
import { linesOfUnits } from '../stock/stock-lines.js';
import { writeFacts } from '../stock/stock-moves.js';
import type { StockLine } from '../stock/stock-service.js';
import type { Stores, TransactAll, Views } from '../stores.js';
import type { Sale, SaleLine } from './sale.js';
import type { RefundDraft, SaleDraft } from './sale-draft.js';
import type { SaleRecorded } from './sale-recorded.js';

/** Records what a till sells and takes back. */
export interface SalesService {
  /**
   * Records the sale: its number, the goods that leave the stock (a fact, whatever was known to be there) and its entry in the fiscal journal commit
   * together. Throws what `SaleStore.record` refuses, `unknown_item`, `unknown_shop`.
   */
  sell(scope: Scope, draft: SaleDraft): Promise<Sale>;
  /** The same for a refund; with `restock` its goods are back on the shelves. Throws `unknown_sale`, `over_refunded`, `invalid_request`. */
  refund(scope: Scope, draft: RefundDraft, restock: boolean): Promise<Sale>;
}

export interface SalesDeps {
  readonly transact: TransactAll;
  readonly journal: JournalWriter;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly signals: Signals;
  /** Told in this order. */
  readonly told: readonly SaleRecorded[];
}

export function makeSalesService({ transact, journal, clock, ids, signals, told }: SalesDeps): SalesService {
  async function record(scope: Scope, draft: SaleDraft | RefundDraft, movesGoods: boolean): Promise<Sale> {
    const { sale, moved } = await transact(scope, async (stores, views) => {
      const site = await siteOf(views, scope);
      const recorded = await stores.sales.record(scope, draft);
      const isMoved = movesGoods && site.features.stock && (await moveGoods(stores, views, scope, recorded));
      for (const tell of told) await tell(stores, scope, recorded, recorded.kind === 'refund' && movesGoods);
      const today = wallTimeAt(recorded.at, site.timezone).date;
      await journal.recordSale({ journal: stores.journal, views: views.journal }, scope, recorded, today);
      return { sale: recorded, moved: isMoved };
    });
    if (moved) signals.send({ kind: 'stock-changed', siteId: scope.siteId });
    return sale;
  }

  /** True when something left the shelves, or is back on them. */
  async function moveGoods({ stock }: Pick<Stores, 'stock'>, views: Pick<Views, 'products'>, scope: Scope, sale: Sale): Promise<boolean> {
    const goods = goodsOfSale(sale.lines);
    if (goods.length === 0) return false;
    const units = linesOfUnits(await itemsOfGoods(views, scope, goods), goods);
    const [reason, sign] = sale.kind === 'sale' ? (['SALE', -1] as const) : (['REFUND', 1] as const);
    const cause = { reason, reference: sale.id, note: null };
    const actions = units.map(({ quantity, ...unit }) => happened(ids, scope, unit, sign * quantity, cause, clock.now()));
    if (actions.length > 0) await writeFacts(stock, scope, actions);
    return actions.length > 0;
  }

  return {
    sell: (scope, draft) => record(scope, draft, true),
    refund: (scope, draft, restock) => record(scope, draft, restock),
  };
}

async function siteOf({ sites }: Pick<Views, 'sites'>, scope: Scope): Promise<Site> {
  const site = await sites.get(scope);
  if (site === null) throw new DomainError('unknown_shop');
  return site;
}

function goodsOfSale(lines: readonly SaleLine[]): readonly StockLine[] {
  return lines.flatMap(({ itemId, variantId, quantity }) => (itemId === null ? [] : [{ itemId, variantId, quantity: Math.abs(quantity) }]));
}
