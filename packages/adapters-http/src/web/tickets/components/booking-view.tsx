import type { PaymentMethod } from '@comptoir/core/payments/payment.js';
import { wallTimeAt } from '@comptoir/core/sites/wall-time.js';
import type { FoundBooking } from '@comptoir/core/ticketing/booking-service.js';
import type { TicketLanguage } from '@comptoir/core/ticketing/offer.js';
import { textIn } from '@comptoir/core/ticketing/offer.js';
import { LanguageLinks } from '../../components/language-switch.js';
import { Notice } from '../../components/notice.js';
import { PostalAddress, telephoneLink } from '../../components/postal-address.js';
import { formatCalendarDay, formatTime } from '../../format.js';
import { bookingPath, ticketsPath } from '../../page-paths.js';
import { bookingState } from '../booking-state.js';
import { ticketTextsOf } from '../texts/ticket-texts-of.js';
import { TICKET_LANGUAGE_NAMES } from '../ticket-languages.js';
import { CancelForm } from './cancel-form.js';
import { makeTicketPage, TicketProvider, useTicketPage } from './ticket-context.js';
import { Tickets } from './tickets.js';

export interface BookingViewProps {
  readonly booking: FoundBooking;
  readonly language: TicketLanguage;
  /** How what is sold here can be paid. */
  readonly methods: readonly PaymentMethod[];
  /** What was just tried and did not work. */
  readonly trouble: 'payment' | 'cancel' | null;
}

/** The page of a booking. Forms and links, so that it works without JavaScript. */
export function BookingView({ booking, methods, language, trouble }: BookingViewProps) {
  const { site, order, tickets } = booking;
  const texts = ticketTextsOf(language);
  const state = bookingState(booking);
  const address = bookingPath(site.slug, order.id, language);
  const isLost = order.status === 'cancelled';
  return (
    <TicketProvider page={makeTicketPage(texts, { ...site, currency: order.currency })}>
      <a class="skip-link" href="#booking">
        {texts.skipToBooking}
      </a>
      <header class="masthead masthead--small masthead--booking">
        <LanguageLinks
          language={language}
          label={texts.languageSwitch}
          names={TICKET_LANGUAGE_NAMES}
          hrefOf={(choice) => bookingPath(site.slug, order.id, choice)}
        />
        <p class="masthead__name">
          <a href={ticketsPath(site.slug, language)}>{site.name}</a>
        </p>
      </header>
      <main id="booking" class={`ticket ticket--booking ticket--${isLost ? 'cancelled' : state}`} tabIndex={-1}>
        <div class="ticket__top">
          <h1 class="ticket__number">
            <span class="ticket__label">{texts.number}</span> {order.number}
          </h1>
          <div role="status" class="ticket__status">
            <p class="ticket__title">{texts.states[state].title}</p>
            <p>{texts.states[state].hint}</p>
          </div>
          {trouble !== null && (
            <Notice tone="alert">
              <p>
                {trouble === 'payment' ? texts.unreachable : texts.cancelRefused}{' '}
                {trouble === 'cancel' && site.phone !== null && <a href={telephoneLink(site.phone)}>{texts.call(site.phone)}</a>}
              </p>
            </Notice>
          )}
          <NextStep booking={booking} address={address} methods={methods} />
        </div>
        <Facts booking={booking} />
        {tickets.length > 0 && !isLost && <Tickets tickets={tickets} pdf={`${address}/pdf`} />}
        <Receipt booking={booking} />
        <section class="ticket__where" aria-labelledby="where-title">
          <h2 id="where-title">{texts.where}</h2>
          <PostalAddress site={site} />
        </section>
        {booking.cancellable && state !== 'unfinished' && (
          <CancelForm action={`${address}/cancel`} isPaid={order.payment.status === 'paid'} />
        )}
        <p class="ticket__back">
          <a href={ticketsPath(site.slug, language)}>{texts.backToTickets}</a>
        </p>
      </main>
    </TicketProvider>
  );
}

interface NextStepProps extends Pick<BookingViewProps, 'booking' | 'methods'> {
  readonly address: string;
}

/** What the guest has to do, if anything. */
function NextStep({ booking, address, methods }: NextStepProps) {
  const page = useTicketPage();
  const { texts, money } = page;
  const { site, offer, session, order, heldUntil, payUrl } = booking;
  if (order.status !== 'held') return null;
  const until = heldUntil !== null && <p>{texts.heldUntil(formatTime(heldUntil, page))}</p>;
  if (payUrl === null) {
    const day = wallTimeAt(session.startsAt, site.timezone).date;
    return (
      <div class="pay">
        <a class="button" href={ticketsPath(site.slug, page.language, { offerId: offer.id, day, sessionId: session.id })}>
          {texts.goOn}
        </a>
        {until}
      </div>
    );
  }
  return (
    <div class="pay">
      <form method="post" action={`${address}/pay`}>
        <button type="submit" class="button">
          {texts.payNow(money(order.totalCents))}
        </button>
      </form>
      {methods.includes('at_pickup') && (
        <form method="post" action={`${address}/pay/at-pickup`}>
          <button type="submit" class="text-button">
            {texts.atDeskInstead}
          </button>
        </form>
      )}
      {until}
      <p class="connection needs-script">{texts.following}</p>
    </div>
  );
}

function Facts({ booking: { site, offer, session } }: { booking: FoundBooking }) {
  const page = useTicketPage();
  const { language, texts } = page;
  return (
    <div class="ticket__session">
      <p class="offer__kind">{texts.kinds[offer.kind]}</p>
      <h2 class="ticket__offer">{textIn(offer.title, language, site.languages)}</h2>
      <p class="ticket__when">
        <span class="visually-hidden">{texts.session} </span>
        <time dateTime={session.startsAt.toISOString()}>
          {formatCalendarDay(wallTimeAt(session.startsAt, site.timezone).date, language)}
          <span class="ticket__time figure">
            {formatTime(session.startsAt, page)} – {formatTime(session.endsAt, page)}
          </span>
        </time>
      </p>
    </div>
  );
}

function Receipt({ booking: { order } }: { booking: FoundBooking }) {
  const { texts, money } = useTicketPage();
  const { payment, totalCents, paidCents, status } = order;
  const atDesk = paidCents > 0 ? texts.paidAtDesk : texts.paidWith.at_pickup;
  const how = payment.method === 'card' ? texts.paymentStatus[payment.status] : atDesk;
  return (
    <section class="receipt" aria-labelledby="contents-title">
      <h2 id="contents-title">{texts.contents}</h2>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the list role of a list without markers */}
      <ul class="receipt__lines" role="list">
        {order.lines.map(({ rateId, name, quantity, totalCents: cents }) => (
          <li key={rateId} class="line">
            <div class="line__head">
              <span class="line__name">
                <span class="figure">{quantity} ×</span> {name}
              </span>
              <span class="line__total figure">{money(cents)}</span>
            </div>
          </li>
        ))}
      </ul>
      <p class="total">
        <span>{texts.total}</span> <span class="figure">{money(totalCents)}</span>
      </p>
      {totalCents > 0 && (payment.method === 'card' || status === 'confirmed') && <p class="basket__hint">{how}</p>}
    </section>
  );
}
