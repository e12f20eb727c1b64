import type { TicketLanguage } from '@comptoir/core/ticketing/offer.js';
import type { TicketWindow, WindowOffer } from '@comptoir/core/ticketing/ticket-counter.js';
import { useMemo, useState } from 'preact/hooks';
import { Practical } from '../../components/practical.js';
import { ticketsPath } from '../../page-paths.js';
import type { AnsweredBooking, BookingForm, Quantities } from '../booking-call.js';
import { hashOf } from '../choice.js';
import { useChoice } from '../hooks/use-choice.js';
import { useHold } from '../hooks/use-hold.js';
import { ticketTextsOf } from '../texts/ticket-texts-of.js';
import { BookingSteps } from './booking-steps.js';
import { HoldPanel } from './hold-panel.js';
import { LapsedPanel } from './lapsed-panel.js';
import { makeTicketPage, TicketProvider } from './ticket-context.js';
import { TicketMasthead } from './ticket-masthead.js';

/** What the host renders the page from and hands to the browser. */
export interface TicketsState {
  readonly window: TicketWindow;
  readonly language: TicketLanguage;
  /** When the host rendered the page, ISO 8601. */
  readonly now: string;
}

interface TicketsAppProps extends TicketsState {
  readonly onBooked?: (booking: AnsweredBooking) => void;
}

const EMPTY_FORM: BookingForm = { name: '', email: '', phone: '', payment: 'at_pickup' };

/** The page of tickets: rendered by the host to be read, taken over in the browser to book on. */
export function TicketsApp({ window, language, now: renderedAt, onBooked }: TicketsAppProps) {
  const { site, offers, payments } = window;
  const texts = ticketTextsOf(language);
  const page = useMemo(() => makeTicketPage(texts, site), [texts, site]);
  const now = useMemo(() => new Date(renderedAt), [renderedAt]);
  const choosing = useChoice(window, language, renderedAt);
  const hold = useHold(site.slug);
  const [quantities, setQuantities] = useState<Quantities>({});
  const [form, setForm] = useState(EMPTY_FORM);
  const [isBooked, setBooked] = useState(false);
  const offerOf = (id: string | null): WindowOffer | undefined => offers.find((offer) => offer.id === id);
  const heldOffer = offerOf(hold.held?.choice.offerId ?? null);

  /** Back to the choices that places were held for, which may have to be made anew. */
  const chooseAgain = (end: () => void) => {
    if (hold.held !== null) {
      setQuantities(hold.held.quantities);
      choosing.open(hold.held.choice);
    }
    end();
    void choosing.live.refresh();
  };

  const send = async (sent: BookingForm) => {
    const booking = await hold.complete(sent);
    if (booking === null) return;
    setBooked(true);
    onBooked?.(booking);
  };

  return (
    <TicketProvider page={page}>
      <a class="skip-link" href="#content">
        {texts.skipToOffers}
      </a>
      <TicketMasthead site={site} now={now} hrefOf={(choice) => ticketsPath(site.slug, choice) + hashOf(choosing.choice)} />
      <div class="spread spread--tickets">
        <main id="content" tabIndex={-1}>
          <noscript>
            <div class="notice notice--quiet">
              <p>{texts.needsScript}</p>
            </div>
          </noscript>
          {isBooked ? (
            <p class="message" role="status">
              {texts.booking}
            </p>
          ) : hold.hasLapsed ? (
            <LapsedPanel onStartAgain={() => chooseAgain(hold.startAgain)} />
          ) : hold.held !== null && heldOffer !== undefined ? (
            <HoldPanel
              held={hold.held}
              hold={hold}
              offer={heldOffer}
              payments={payments}
              phone={site.phone}
              form={form}
              onForm={setForm}
              onSend={(sent) => void send(sent)}
              onRelease={() => chooseAgain(hold.release)}
            />
          ) : (
            <BookingSteps
              window={window}
              now={now}
              offer={offerOf(choosing.choice.offerId)}
              choosing={choosing}
              hold={hold}
              quantities={quantities}
              onQuantities={setQuantities}
            />
          )}
        </main>
      </div>
      <Practical site={site} now={now} />
    </TicketProvider>
  );
}
