import type { Item } from '../catalogue/item.js';
import type { Scope } from '../kit/scope.js';
import type { StockAction, StockLevel, StockReason, StockUnit } from './stock-action.js';
import type { StockReport } from './stock-store.js';

/** A quantity of one item or variant, as an order or a sale names it. */
export interface StockLine extends StockUnit {
  /** From 1. */
  readonly quantity: number;
}

/** Takes and gives stock. Every call is one transaction, or takes part in the one it is made in. */
export interface StockService {
  /**
   * Promises the lines to an order, as PENDING forecasts under its id; bundles are resolved into their components, lines of one
   * unit merged, and what keeps no stock is left out. `items` holds every item of the lines and of their bundles. Where it takes
   * part in a transaction, it is best called last: what it locks stays locked until the commit.
   *
   * Throws `sold_out` with what is short as `facts.items` (`{id, name, variantId, available}`; of bundles their components),
   * `duplicate` when units of it are promised to the order or were handed over, `unknown_item`, `unknown_record` (a ledger that was never
   * opened); then nothing is promised.
   */
  reserve(scope: Scope, items: ReadonlyMap<string, Item>, lines: readonly StockLine[], orderId: string): Promise<void>;
  /** Hands over what was promised to the order: its forecasts become COMPLETED. Again: nothing. */
  seal(scope: Scope, orderId: string): Promise<readonly StockAction[]>;
  /** Gives back what was promised to the order and not handed over. Again: nothing. */
  release(scope: Scope, orderId: string): Promise<readonly StockAction[]>;
  /**
   * Gives what is promised to one order to another one, piece by piece: so much of each unit (bundles are resolved), or as much as there
   * is; `all`: everything. Nobody else can take it meanwhile, and nothing is refused, however little is there.
   */
  reassign(scope: Scope, fromOrderId: string, toOrderId: string, what: Reassigned | 'all'): Promise<void>;
  /** Starts keeping stock of the item's units; a given balance is written as OPENING_BALANCE where none was. Throws `unknown_record`. */
  open(scope: Scope, item: Pick<Item, 'id' | 'variants'>, balance: number | null): Promise<void>;
  /**
   * Adds (above zero) or takes (below) what somebody saw happen: `RECEIPT`, `DELIVERY`, `ADJUSTMENT`, `LOSS`, `SALE`, `REFUND`,
   * `SHOP_SYNC` … A fact: written whatever the till knew to be there. Throws `unknown_record`, `duplicate` (the reference).
   */
  adjust(scope: Scope, unit: StockUnit, change: StockChange): Promise<StockAction>;
  /** What was counted is what is there: the difference is written as COUNT; null when there is none. Throws `unknown_record`. */
  count(scope: Scope, unit: StockUnit, counted: number, note: string | null): Promise<StockAction | null>;
  /**
   * Moves stock of a unit to another one, of this or another establishment of the organisation. Throws `unknown_record`,
   * `sold_out` when it is not available, `invalid_request` when both are one.
   */
  transfer(
    from: Scope,
    unit: StockUnit,
    to: Scope,
    target: StockUnit,
    quantity: number,
    note: string | null,
  ): Promise<readonly StockAction[]>;
  /** Throws `unknown_record`. */
  setThreshold(scope: Scope, unit: StockUnit, threshold: number | null): Promise<StockLevel>;
  verify(scope: Scope, itemId?: string): Promise<StockReport>;
}

/** Lines of an order, with every item of them and of their bundles. */
export interface Reassigned {
  readonly items: ReadonlyMap<string, Item>;
  readonly lines: readonly StockLine[];
}

export interface StockChange {
  /** Not 0. */
  readonly by: number;
  readonly reason: Exclude<StockReason, 'ORDER_FORECAST' | 'OPENING_BALANCE' | 'COUNT' | 'TRANSFER'>;
  readonly reference: string | null;
  readonly note: string | null;
}
