import { isUnpaid, PAYMENT_MINUTES, type PaymentMethod, type PaymentStatus } from '@comptoir/core/payments/payment.js';
import { formatTime } from '../format.js';
import { Notice } from './notice.js';
import { usePage } from './page-context.js';

const MINUTE_MS = 60_000;

export interface PayFormsProps {
  readonly status: PaymentStatus;
  readonly placedAt: string;
  /** What is to be paid, in euros. */
  readonly total: number;
  /** Where the order is paid, without its query. */
  readonly payPath: string;
  /** `?lang=fr` when the language was asked for in the address, else empty. */
  readonly languageQuery: string;
  readonly methods: readonly PaymentMethod[];
  /** The provider has just not answered. */
  readonly isUnreachable: boolean;
}

/** What a guest can do about an order that is not paid yet. Forms, so that it works without JavaScript. */
export function PayForms({ status, placedAt, total, payPath, languageQuery, methods, isUnreachable }: PayFormsProps) {
  const page = usePage();
  const { payments } = page.texts;
  if (!isUnpaid(status)) return null;
  const until = new Date(Date.parse(placedAt) + PAYMENT_MINUTES * MINUTE_MS);
  return (
    <div class="pay">
      {isUnreachable && <Notice tone="alert">{payments.unreachable}</Notice>}
      <form method="post" action={payPath + languageQuery}>
        <button type="submit" class="button">
          {payments.payNow(page.price(total))}
        </button>
      </form>
      {methods.includes('at_pickup') && (
        <form method="post" action={`${payPath}/at-pickup${languageQuery}`}>
          <button type="submit" class="text-button">
            {payments.atPickupInstead}
          </button>
        </form>
      )}
      <p>{payments.heldUntil(formatTime(until, page))}</p>
    </div>
  );
}
