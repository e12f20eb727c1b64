import type { WindowOffer } from '@comptoir/core/ticketing/ticket-counter.js';
import type { Quantities } from '../booking-call.js';
import { useTicketPage } from './ticket-context.js';

/** What so many of each rate cost. */
export function totalCents({ rates }: WindowOffer, quantities: Quantities): number {
  return rates.reduce((sum, { id, priceCents }) => sum + priceCents * (quantities[id] ?? 0), 0);
}

/** The tickets that were chosen, line by line. */
export function WantedTickets({ offer, quantities }: { offer: WindowOffer; quantities: Quantities }) {
  const { texts, money } = useTicketPage();
  return (
    <>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the list role of a list without markers */}
      <ul role="list">
        {offer.rates.map(({ id, name, priceCents }) => {
          const quantity = quantities[id] ?? 0;
          return (
            quantity > 0 && (
              <li key={id} class="line">
                <div class="line__head">
                  <span class="line__name">
                    <span class="figure">{quantity} ×</span> {name}
                  </span>
                  <span class="line__total figure">{money(quantity * priceCents)}</span>
                </div>
              </li>
            )
          );
        })}
      </ul>
      <p class="total">
        <span>{texts.total}</span> <span class="figure">{money(totalCents(offer, quantities))}</span>
      </p>
    </>
  );
}
