import type { Ticket } from '@comptoir/core/ticketing/ticket.js';
import { QrCode } from './qr-code.js';
import { useTicketPage } from './ticket-context.js';

/** The tickets of a booking, each with its code, and all of them to take along. */
export function Tickets({ tickets, pdf }: { tickets: readonly Ticket[]; pdf: string }) {
  const { texts } = useTicketPage();
  return (
    <section class="stubs" aria-labelledby="tickets-title">
      <h2 id="tickets-title">{texts.ticketsHeading(tickets.length)}</h2>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the list role of a list without markers */}
      <ol class="stubs__list" role="list">
        {tickets.map((ticket, index) => (
          <Stub key={ticket.id} ticket={ticket} place={texts.ticketOf(index + 1, tickets.length)} />
        ))}
      </ol>
      <p class="stubs__hint">{texts.ticketHint}</p>
      <a class="button" href={pdf} download>
        {texts.download}
      </a>
    </section>
  );
}

function Stub({ ticket: { code, rateName, state }, place }: { ticket: Ticket; place: string }) {
  const { texts } = useTicketPage();
  return (
    <li class={`stub stub--${state}`}>
      <p class="stub__place">{place}</p>
      <p class="stub__rate">{rateName}</p>
      {state !== 'cancelled' && <QrCode text={code} label={`${texts.codeLabel}: ${code}`} />}
      <p class="stub__code figure">{code.match(/.{1,7}/g)?.join(' ')}</p>
      {state !== 'valid' && <p class="stub__state">{state === 'used' ? texts.ticketUsed : texts.ticketVoid}</p>}
    </li>
  );
}
