import { makeTicketRenderer } from '@comptoir/adapters-sdk/tickets/ticket-renderer.js';
import { TICKET_LANGUAGES } from '@comptoir/core/ticketing/offer.js';
import type { TicketSheet } from '@comptoir/core/ticketing/ticket-renderer.js';
import { ticketWordsOf } from '@comptoir/core/ticketing/ticket-words.js';
import { expect } from 'chai';
import { getDocumentProxy } from 'unpdf';
import { MUSEUM, someTickets } from '../../suites/booking-builders.js';
import { NOON } from '../../suites/builders.js';

const renderer = makeTicketRenderer();

function aSheet(changes: Partial<TicketSheet> = {}): TicketSheet {
  return {
    language: 'fr',
    site: MUSEUM,
    offer: { kind: 'visit', title: 'Les coulisses des ondes' },
    session: { startsAt: new Date('2026-06-20T12:00:00Z'), endsAt: new Date('2026-06-20T13:15:00Z') },
    number: 'B-017',
    holder: 'Ada Łovelace',
    currency: 'EUR',
    toPayAtDesk: false,
    tickets: someTickets(1).map(({ code, rateName }) => ({ code, rateName, priceCents: 1200 })),
    at: NOON,
    ...changes,
  };
}

async function drawn(sheet: TicketSheet) {
  const pdf = await getDocumentProxy(new Uint8Array(await renderer.render(sheet)));
  const pages: string[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const { items } = await (await pdf.getPage(number)).getTextContent();
    const text = items.flatMap((item) => ('str' in item ? item.str : [])).join(' ');
    pages.push(text.replace(/[\s\u00a0\u202f]+/g, ' '));
  }
  return { pdf, pages };
}

describe('the PDF of tickets', function () {
  this.timeout(60_000);

  it('says on each who, what, where and when, in the language of the booking and by the clock of the place', async () => {
    for (const language of TICKET_LANGUAGES) {
      const { pages } = await drawn(aSheet({ language }));
      const words = ticketWordsOf(language);
      const wanted = [
        'Musée Test',
        'Les coulisses des ondes',
        '14:00 – 15:15',
        'Plein tarif',
        'Ada Łovelace',
        '2 quai de l’Antenne',
        '2026',
      ];
      for (const text of [...wanted, `${words.booking} B-017`, words.place(1, 1), words.kinds.visit, words.rate]) {
        expect(pages[0], language).to.include(text);
      }
      expect(pages[0], language).to.match(/12[.,]00 ?€|€ ?12[.,]00/);
    }
  });

  it('spells the code that the QR code holds', async () => {
    const [ticket] = aSheet().tickets;
    if (ticket === undefined) throw new Error('The sheet has no ticket.');
    const { pages } = await drawn(aSheet({ tickets: [ticket] }));
    expect(pages[0]?.replaceAll(' ', '')).to.include(ticket.code);
  });

  it('says that it is to be paid at the desk, where it is', async () => {
    const { payAtDesk } = ticketWordsOf('de');
    const [unpaid, paid] = await Promise.all([
      drawn(aSheet({ language: 'de', toPayAtDesk: true })),
      drawn(aSheet({ language: 'de', toPayAtDesk: false })),
    ]);
    expect(unpaid.pages[0]).to.include(payAtDesk);
    expect(paid.pages[0]).not.to.include(payAtDesk);
  });

  it('puts two on a page, each whole and numbered', async () => {
    const tickets = someTickets(5).map(({ code, rateName }) => ({ code, rateName, priceCents: 0 }));
    const { pages } = await drawn(aSheet({ tickets }));
    expect(pages).to.have.length(3);
    expect(pages.map((text) => [...text.matchAll(/Billet (\d) sur 5/g)].map(([, number]) => number))).to.deep.equal([
      ['1', '2'],
      ['3', '4'],
      ['5'],
    ]);
  });

  it('stays on its half with the longest words there can be', async () => {
    const long = 'Überraschungswellenausstellung '.repeat(9);
    const { pages } = await drawn(
      aSheet({
        language: 'de',
        offer: { kind: 'exhibition', title: long },
        holder: long.slice(0, 80),
        tickets: someTickets(2).map(({ code }) => ({ code, rateName: long, priceCents: 123_456 })),
      }),
    );
    expect(pages).to.have.length(1);
  });
});
