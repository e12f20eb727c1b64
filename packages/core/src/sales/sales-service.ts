import type { JournalEntry } from '../journal/journal-entry.js';
import type { JournalWriter } from '../journal/journal-writer.js';
import type { Clock } from '../kit/clock.js';
import { DomainError } from '../kit/errors.js';
import type { Ids } from '../kit/ids.js';
import type { Scope } from '../kit/scope.js';
import type { Signals } from '../kit/signals.js';
import { itemsOfGoods } from '../orders/order-goods.js';
import { wallTimeAt } from '../sites/wall-time.js';
import { happened } from '../stock/new-stock-action.js';
import { linesOfUnits } from '../stock/stock-lines.js';
import { writeFacts } from '../stock/stock-moves.js';
import type { StockLine } from '../stock/stock-service.js';
import type { Stores, TransactAll, Views } from '../stores.js';
import { requireSelling, SHIFT_HOURS_MAX } from '../till/register.js';
import type { Counter } from '../till/till-store.js';
import { completeSale, type PricedSale, priceSale } from './complete-sale.js';
import type { Sale, SaleLine } from './sale.js';
import type { RefundDraft, SaleDraft } from './sale-draft.js';
import type { SaleRecorded } from './sale-recorded.js';
import { saleSettings } from './till-settings.js';

/** Whether a sale belongs to the open shift of its register: if there is one, always, or never. */
export type OfShift = 'joined' | 'required' | 'none';

export interface SaleMode {
  /** False: its goods have left the stock, or come back to it, some other way. */
  readonly movesGoods: boolean;
  readonly shift: OfShift;
  /** Of a refund whose goods come back some other way: they are on the shelves again. */
  readonly isRestocked?: boolean;
}

/** A sale for practice, and its entry in the journal. */
export interface PractisedSale {
  /** Its number is that of the entry. */
  readonly sale: Sale;
  readonly entry: JournalEntry;
}

/** Records what a till sells and takes back. */
export interface SalesService {
  /**
   * Records the sale: its number, the goods that leave the stock (a fact, whatever was known to be there) and its entry in the fiscal journal commit
   * together. Left to itself it moves goods and joins the open shift of its register. Tax and cash are rounded as the establishment has set, unless the
   * draft says how. Throws what `SaleStore.record` refuses, `unknown_item`, `unknown_shop`; where a shift is required `unknown_register`,
   * `no_open_shift` and `shift_over`.
   */
  sell(scope: Scope, draft: SaleDraft, mode?: SaleMode): Promise<Sale>;
  /** The same for a refund; its goods are back on the shelves where it moves them. Throws `unknown_sale`, `over_refunded`, `invalid_request`. */
  refund(scope: Scope, draft: RefundDraft, mode: SaleMode): Promise<Sale>;
  /** What a sale would come to. Throws `invalid_request`. */
  price(scope: Scope, draft: Pick<SaleDraft, 'lines' | 'discounts'>): Promise<PricedSale>;
  /** Records a sale for practice: in the journal, apart from the others, and nowhere else. Throws `unknown_register`, `invalid_request`. */
  practise(scope: Scope, draft: SaleDraft): Promise<PractisedSale>;
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

const AS_RUNG_UP: SaleMode = { movesGoods: true, shift: 'joined' };
const HOUR_MS = 3_600_000;

export function makeSalesService({ transact, journal, clock, ids, signals, told }: SalesDeps): SalesService {
  async function record(
    scope: Scope,
    asked: SaleDraft | RefundDraft,
    { movesGoods, shift, isRestocked = movesGoods }: SaleMode,
  ): Promise<Sale> {
    const { sale, moved } = await transact(scope, async (stores, views) => {
      const counter = await stores.till.counter(scope, asked.register);
      const shiftId = shift === 'none' ? null : shiftIdOf(counter, shift, clock.now());
      const recorded = await stores.sales.record(scope, { ...saleSettings(counter.settings), ...asked, shiftId });
      const isMoved = movesGoods && counter.keepsStock && (await moveGoods(stores, views, scope, recorded));
      for (const tell of told) await tell(stores, scope, recorded, recorded.kind === 'refund' && isRestocked);
      const today = wallTimeAt(recorded.at, counter.timezone).date;
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
    sell: (scope, draft, mode = AS_RUNG_UP) => record(scope, draft, mode),
    refund: (scope, draft, mode) => record(scope, draft, mode),
    price: (scope, draft) => transact(scope, async ({ settings }) => priceSale({ ...saleSettings(await settings.list(scope)), ...draft })),
    practise: (scope, draft) =>
      transact(scope, async (stores, views) => {
        const { register, settings } = await stores.till.counter(scope, draft.register);
        if (register === null) throw new DomainError('unknown_register');
        const { tenantId, siteId } = scope;
        const sale = completeSale({ tenantId, siteId, number: 0 }, { ...saleSettings(settings), ...draft });
        const entry = await journal.recordTraining({ journal: stores.journal, views: views.journal }, scope, sale);
        return { sale: { ...sale, number: entry.number }, entry };
      }),
  };
}

/** The shift that a sale on the register belongs to. A register that nobody has made needs none. */
function shiftIdOf({ register, shift }: Counter, of: OfShift, now: Date): string | null {
  if (register !== null) requireSelling(register);
  if (of === 'joined') return shift?.id ?? null;
  if (register === null) throw new DomainError('unknown_register');
  if (shift === null) throw new DomainError('no_open_shift');
  if (now.getTime() - shift.openedAt.getTime() > SHIFT_HOURS_MAX * HOUR_MS) throw new DomainError('shift_over');
  return shift.id;
}

function goodsOfSale(lines: readonly SaleLine[]): readonly StockLine[] {
  return lines.flatMap(({ itemId, variantId, quantity }) => (itemId === null ? [] : [{ itemId, variantId, quantity: Math.abs(quantity) }]));
}
