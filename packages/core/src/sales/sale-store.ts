import type { CursorInput, CursorPage } from '../kit/page.js';
import type { Scope } from '../kit/scope.js';
import type { Sale, SaleKind } from './sale.js';
import type { RefundDraft, SaleDraft } from './sale-draft.js';

/** Appends to what an establishment has sold. Nothing recorded is changed or deleted, and the database refuses to. */
export interface SaleStore {
  /**
   * Works the record out (`completeSale`, `completeRefund`), gives it the next number of the establishment and appends it. Recordings
   * of one establishment wait for each other until their transactions end, so numbers have no gaps among those that commit and two
   * refunds at once never take back more than is left.
   *
   * Throws `unknown_sale` when what is refunded is no sale of the establishment, `duplicate` when the id exists, and what working it
   * out is refused with; the transaction is then to be given up, as the number is taken. `duplicate` too for a second sale of one order.
   */
  record(scope: Scope, draft: SaleDraft | RefundDraft): Promise<Sale>;
}

export interface SaleFilter extends CursorInput {
  readonly kind?: SaleKind | undefined;
  /** The name of the till they were rung up on. */
  readonly register?: string | undefined;
  /** The first instant that counts … */
  readonly from?: Date | undefined;
  /** … and the first that does not. */
  readonly to?: Date | undefined;
}

export interface SaleViews {
  /** The sale or refund, when it belongs to the establishment; else null. */
  get(scope: Scope, saleId: string): Promise<Sale | null>;
  /** The sale and everything that was taken back of it, by number; empty when there is no such sale. */
  withRefunds(scope: Scope, saleId: string): Promise<readonly Sale[]>;
  /** As `withRefunds` of the sale of an online order; empty while it has none. */
  ofOrder(scope: Scope, orderId: string): Promise<readonly Sale[]>;
  /** By order, what its sale comes to less what was taken back of it, in cents; orders that have no sale are left out. */
  takenOfOrders(scope: Scope, orderIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /**
   * Sales and refunds of the establishment, highest number first, from where the cursor of the page before left off: whatever is
   * recorded meanwhile, none is shown twice and none is left out. Throws `invalid_request` for a cursor of something else.
   */
  list(scope: Scope, filter: SaleFilter): Promise<CursorPage<Sale>>;
}
