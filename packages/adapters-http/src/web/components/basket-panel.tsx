import type { PaymentMethod } from '@comptoir/core/payments/payment.js';
import { BasketLines, type BasketLinesProps } from './basket-lines.js';
import { usePage } from './page-context.js';

export type BasketPanelProps = Omit<BasketLinesProps, 'faulty'> & {
  /** What is offered; empty where nothing is said about it. */
  readonly payments: readonly PaymentMethod[];
  readonly onCheckOut: () => void;
};

/** The order as it stands, beside the menu: where the window is wide enough. */
export function BasketPanel({ payments, onCheckOut, ...lines }: BasketPanelProps) {
  const { texts, money } = usePage();
  const { priced } = lines;
  return (
    <section class="basket" aria-labelledby="basket-title">
      <h2 id="basket-title" class="basket__title">
        {texts.yourOrder}
      </h2>
      {priced.lines.length === 0 ? (
        <p class="basket__empty">
          {texts.emptyBasket} {texts.emptyBasketHint}
        </p>
      ) : (
        <>
          <BasketLines {...lines} />
          <p class="total">
            <span>{texts.total}</span> <span class="figure">{money(priced.totalCents)}</span>
          </p>
          <button type="button" class="button" onClick={onCheckOut}>
            {texts.checkOut}
          </button>
          <p class="basket__hint">{payments.includes('card') ? texts.payments.eitherWay : texts.payAtPickup}</p>
        </>
      )}
    </section>
  );
}

/** The way to the order on a phone: always in reach of the thumb once there is something in it. */
export function BasketBar({ count, totalCents, onOpen }: { count: number; totalCents: number; onOpen: () => void }) {
  const { texts, money } = usePage();
  return (
    <div class="basket-bar">
      <button type="button" class="button basket-bar__button" onClick={onOpen}>
        <span class="basket-bar__count" aria-hidden="true">
          {count}
        </span>
        <span class="basket-bar__words">
          {texts.viewOrder}
          <span class="visually-hidden">, {texts.pieces(count)},</span>
        </span>
        <span class="figure">{money(totalCents)}</span>
      </button>
    </div>
  );
}
