import { BOOKING_SEATS_MAX } from '@comptoir/core/ticketing/booking-service.js';
import type { WindowOffer } from '@comptoir/core/ticketing/ticket-counter.js';
import { Quantity } from '../../components/quantity.js';
import type { Quantities } from '../booking-call.js';
import type { DaySession } from '../sessions.js';
import { useTicketPage } from './ticket-context.js';

export interface RateFieldsProps {
  readonly offer: WindowOffer;
  readonly session: DaySession;
  readonly quantities: Quantities;
  readonly onQuantities: (quantities: Quantities) => void;
}

/** How many of each rate. */
export function RateFields({ offer, session, quantities, onQuantities }: RateFieldsProps) {
  const { texts, money } = useTicketPage();
  const most = Math.min(BOOKING_SEATS_MAX, session.remaining ?? BOOKING_SEATS_MAX);
  const taken = Object.values(quantities).reduce((sum, quantity) => sum + quantity, 0);
  return (
    <>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the list role of a list without markers */}
      <ul class="rates" role="list">
        {offer.rates.map(({ id, name, priceCents, conditions }) => {
          const quantity = quantities[id] ?? 0;
          return (
            <li key={id} class="rate">
              <div class="rate__words">
                <p class="rate__name">{name}</p>
                {conditions !== null && <p class="rate__conditions">{conditions}</p>}
              </div>
              <p class="rate__price figure">{priceCents === 0 ? texts.free : money(priceCents)}</p>
              <Quantity
                label={texts.quantityOf(name)}
                value={quantity}
                min={0}
                max={quantity + Math.max(0, most - taken)}
                onChange={(next) => onQuantities({ ...quantities, [id]: next })}
              />
            </li>
          );
        })}
      </ul>
      {taken > 0 && taken >= most && (
        <p class="rates__most" role="status">
          {texts.atMost(most)}
        </p>
      )}
    </>
  );
}
