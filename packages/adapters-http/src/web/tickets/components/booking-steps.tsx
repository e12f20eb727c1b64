import type { TicketWindow, WindowOffer } from '@comptoir/core/ticketing/ticket-counter.js';
import { useEffect, useRef } from 'preact/hooks';
import type { Quantities } from '../booking-call.js';
import type { LiveChoice } from '../hooks/use-choice.js';
import type { Hold } from '../hooks/use-hold.js';
import { isBookable } from '../sessions.js';
import { DateStep } from './date-step.js';
import { Offers } from './offers.js';
import { useTicketPage } from './ticket-context.js';
import { TicketsStep } from './tickets-step.js';

export interface BookingStepsProps {
  readonly window: TicketWindow;
  readonly now: Date;
  /** The one that was chosen. */
  readonly offer: WindowOffer | undefined;
  readonly choosing: LiveChoice;
  readonly hold: Hold;
  readonly quantities: Quantities;
  readonly onQuantities: (quantities: Quantities) => void;
}

/** From an offer to places: each step appears when the one before it is done. */
export function BookingSteps({ window, now, offer, choosing, hold, quantities, onQuantities }: BookingStepsProps) {
  const { language } = useTicketPage();
  const { choice, live } = choosing;
  const session = live.sessions?.find(({ id }) => id === choice.sessionId);
  const isReady = offer !== undefined && session !== undefined && isBookable(session);
  const headings = {
    offers: useRef<HTMLHeadingElement>(null),
    date: useRef<HTMLHeadingElement>(null),
    tickets: useRef<HTMLHeadingElement>(null),
  };
  const lastOffer = useRef(choice.offerId);

  useEffect(() => {
    if (choice.offerId === lastOffer.current) return;
    lastOffer.current = choice.offerId;
    (choice.offerId === null ? headings.offers : headings.date).current?.focus();
  }, [choice.offerId]);

  useEffect(() => {
    // The focus stays among the sessions, which the arrow keys choose from.
    if (isReady) headings.tickets.current?.scrollIntoView({ block: 'nearest' });
  }, [isReady]);

  const take = async () => {
    if (session === undefined || hold.isSending) return;
    const wanted = { slug: window.site.slug, sessionId: session.id, quantities, language };
    if (!(await hold.take(wanted, choice, session))) await live.refresh();
  };

  return (
    <>
      <Offers
        offers={window.offers}
        chosen={offer}
        now={now}
        heading={headings.offers}
        onPick={(picked) => {
          onQuantities({});
          hold.forgetRefusal();
          choosing.pickOffer(picked);
        }}
      />
      {offer !== undefined && <DateStep offer={offer} choosing={choosing} heading={headings.date} />}
      {isReady && (
        <TicketsStep
          offer={offer}
          session={session}
          quantities={quantities}
          hold={hold}
          phone={window.site.phone}
          heading={headings.tickets}
          onQuantities={(next) => {
            hold.forgetRefusal();
            onQuantities(next);
          }}
          onHold={() => void take()}
        />
      )}
    </>
  );
}
