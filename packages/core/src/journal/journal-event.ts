import type { SaleLine } from '../sales/sale.js';

/** What the rules want to be told of a till besides what it sells: snapshots of the chain `event`. */
export type JournalEvent =
  | { readonly event: 'version'; readonly from: string; readonly to: string }
  | ({ readonly event: 'shift_opened'; readonly floatCents: number } & OfShift)
  | ({ readonly event: 'shift_closed'; readonly closure: number } & OfShift)
  | ({ readonly event: 'cash_in' | 'cash_out'; readonly amountCents: number; readonly reason: string } & OfShift)
  | { readonly event: 'training_began' | 'training_ended'; readonly by: string }
  | { readonly event: 'duplicate'; readonly saleId: string; readonly copy: number; readonly by: string }
  | {
      readonly event: 'voided';
      readonly lines: readonly VoidedLine[];
      readonly totalCents: number;
      readonly reason: string;
      readonly by: string;
    }
  | {
      readonly event: 'archive';
      readonly from: string;
      readonly to: string;
      readonly entries: number;
      readonly digest: string;
      readonly by: string;
    };

interface OfShift {
  readonly shiftId: string;
  readonly shift: number;
  /** As `actorName` gives it. */
  readonly by: string;
}

/** What stood in a sale that was never finished. */
export type VoidedLine = Pick<SaleLine, 'name' | 'quantity' | 'unitPriceCents' | 'totalCents'>;
