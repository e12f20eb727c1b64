import { centsOfPrice } from '../format.js';
import type { LiveCarte } from '../hooks/use-live-carte.js';
import { soonestSlot } from '../pickup.js';
import type { PricedBasket } from '../priced-basket.js';
import { usePage } from './page-context.js';

export interface SendBarProps {
  readonly live: LiveCarte;
  readonly priced: PricedBasket;
  readonly isSending: boolean;
  readonly isRetry: boolean;
}

/** The total and the button that sends the order; says what is missing where it cannot be sent. */
export function SendBar({ live, priced, isSending, isRetry }: SendBarProps) {
  const { texts, money } = usePage();
  const { ordering } = live.carte;
  const minimumCents = centsOfPrice(ordering.minimum);
  const missingCents = minimumCents - priced.totalCents;
  const isBelow = priced.lines.length > 0 && missingCents > 0;
  const canSend = ordering.open && priced.ready && !isBelow && soonestSlot(ordering) !== null;
  return (
    <>
      {isBelow && <p class="sheet__hint">{texts.minimumMissing(money(missingCents), money(minimumCents))}</p>}
      {priced.lines.length > 0 && !priced.ready && <p class="sheet__hint">{texts.fixLines}</p>}
      <p class="total">
        <span>{texts.total}</span> <span class="figure">{money(priced.totalCents)}</span>
      </p>
      <button type="submit" class="button" disabled={!canSend} aria-disabled={isSending}>
        {isSending ? texts.placing : isRetry ? texts.tryAgain : texts.placeOrder}
      </button>
    </>
  );
}
