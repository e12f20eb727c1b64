import { fixedClock } from '@comptoir/core/kit/clock.js';
import { DomainError } from '@comptoir/core/kit/errors.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import type { Offer } from '@comptoir/core/ticketing/offer.js';
import { makeTicketCounter, type TicketCounterDeps } from '@comptoir/core/ticketing/ticket-counter.js';
import type { TicketSheet } from '@comptoir/core/ticketing/ticket-renderer.js';
import { expect } from 'chai';
import { aFoundBooking, MUSEUM } from '../../suites/booking-builders.js';
import { NOON } from '../../suites/builders.js';
import { anOffer, aRate, aTicketSession } from '../../suites/ticket-builders.js';

const SCOPE: Scope = { tenantId: MUSEUM.tenantId, siteId: MUSEUM.id, actor: { kind: 'public' } };

function aCounter(offers: readonly Offer[], changes: Partial<TicketCounterDeps> = {}) {
  return makeTicketCounter({
    sites: { bySlug: async (slug) => (slug === MUSEUM.slug ? MUSEUM : null) },
    offers: { all: async () => offers },
    sessions: { next: async () => new Map() },
    payments: { offered: async () => ({ methods: ['at_pickup', 'card'], cardProvider: 'sandbox' }) },
    renderer: { render: async () => new Uint8Array() },
    clock: fixedClock(NOON),
    ...changes,
  });
}

async function refusalOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(() => null).catch((thrown: unknown) => thrown);
  return error instanceof DomainError ? error.code : 'none';
}

describe('the counter of tickets', () => {
  it('shows what is sold online, in the language of the guest', async () => {
    const young = aRate({ name: { fr: 'Moins de 26 ans', de: 'Unter 26' }, conditions: { fr: 'Sur justificatif' }, priceCents: 500 });
    const shown = anOffer(SCOPE, { title: { fr: 'Les ondes', de: 'Wellen' }, rates: [young, aRate({ active: false })] });
    const session = aTicketSession(SCOPE, { offerId: shown.id });
    const counter = aCounter([shown, anOffer(SCOPE, { online: false }), anOffer(SCOPE, { rates: [aRate({ active: false })] })], {
      sessions: { next: async () => new Map([[shown.id, session]]) },
    });
    const { offers, payments, site } = await counter.open('musee-test', 'de');
    expect(offers).to.deep.equal([
      {
        id: shown.id,
        kind: 'exhibition',
        title: 'Wellen',
        description: null,
        photo: null,
        durationMinutes: 90,
        rates: [{ id: young.id, name: 'Unter 26', priceCents: 500, conditions: 'Sur justificatif' }],
        nextSession: session.startsAt.toISOString(),
      },
    ]);
    expect(payments).to.deep.equal(['at_pickup', 'card']);
    expect(site).not.to.have.any.keys('tenantId', 'id', 'hosts', 'features', 'version');
  });

  it('is closed where nothing is sold online', async () => {
    const off = { ...MUSEUM, features: { ...MUSEUM.features, onlineTickets: false } };
    expect(await refusalOf(aCounter([], { sites: { bySlug: async () => off } }).open('musee-test', 'fr'))).to.equal('unknown_shop');
    expect(await refusalOf(aCounter([]).open('unknown', 'fr'))).to.equal('unknown_shop');
    expect(await refusalOf(aCounter([]).open('musee\u0000', 'fr'))).to.equal('unknown_shop');
  });

  it('prints the tickets of a booking in its language, at the prices it was made at', async () => {
    const sheets: TicketSheet[] = [];
    const renderer = {
      render: async (sheet: TicketSheet) => {
        sheets.push(sheet);
        return new Uint8Array();
      },
    };
    const booking = aFoundBooking({ language: 'de' });
    const { name } = await aCounter([], { renderer }).print(booking);
    expect(name).to.equal('karten-B-017.pdf');
    expect(sheets[0]).to.deep.include({ language: 'de', number: 'B-017', holder: 'Ada Lovelace', toPayAtDesk: true, at: NOON });
    expect(sheets[0]?.offer.title).to.equal('Wellen');
    expect(sheets[0]?.tickets).to.deep.equal(booking.tickets.map(({ code, rateName }) => ({ code, rateName, priceCents: 1200 })));
  });

  it('prints no ticket that lets nobody in, and nothing where there is none', async () => {
    expect(await refusalOf(aCounter([]).print(aFoundBooking({ tickets: [] })))).to.equal('unknown_ticket');
    const cancelled = aFoundBooking({ tickets: aFoundBooking().tickets.map((ticket) => ({ ...ticket, state: 'cancelled' as const })) });
    expect(await refusalOf(aCounter([]).print(cancelled))).to.equal('unknown_ticket');
  });
});
