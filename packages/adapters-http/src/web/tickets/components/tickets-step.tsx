import { HOLD_MINUTES } from '@comptoir/core/ticketing/booking-service.js';
import type { WindowOffer } from '@comptoir/core/ticketing/ticket-counter.js';
import type { Ref } from 'preact';
import type { Quantities } from '../booking-call.js';
import type { Hold } from '../hooks/use-hold.js';
import type { DaySession } from '../sessions.js';
import { RateFields } from './rate-fields.js';
import { Refusal } from './refusal.js';
import { useTicketPage } from './ticket-context.js';
import { totalCents } from './wanted-tickets.js';

export interface TicketsStepProps {
  readonly offer: WindowOffer;
  readonly session: DaySession;
  readonly quantities: Quantities;
  readonly hold: Hold;
  readonly phone: string | null;
  readonly heading: Ref<HTMLHeadingElement>;
  readonly onQuantities: (quantities: Quantities) => void;
  readonly onHold: () => void;
}

/** How many tickets, what they cost, and the button that holds the places. */
export function TicketsStep({ offer, session, quantities, hold, phone, heading, onQuantities, onHold }: TicketsStepProps) {
  const { texts, money } = useTicketPage();
  const count = Object.values(quantities).reduce((sum, quantity) => sum + quantity, 0);
  return (
    <section class="chapter" aria-labelledby="tickets-title">
      <h2 id="tickets-title" class="chapter__title" tabIndex={-1} ref={heading}>
        {texts.ticketsTitle}
      </h2>
      <div class="how-many">
        <div>
          <RateFields offer={offer} session={session} quantities={quantities} onQuantities={onQuantities} />
        </div>
        <div class="order-foot">
          <p class="total" role="status">
            <span>
              {texts.total}
              <span class="order-foot__count"> · {texts.pieces(count)}</span>
            </span>{' '}
            <span class="figure">{money(totalCents(offer, quantities))}</span>
          </p>
          <Refusal refusal={hold.refusal} phone={phone} />
          <button type="button" class="button" disabled={count === 0} aria-disabled={hold.isSending} onClick={onHold}>
            {hold.isSending ? texts.holding : texts.hold}
          </button>
          <p class="sheet__hint">{texts.holdHint(HOLD_MINUTES)}</p>
        </div>
      </div>
    </section>
  );
}
