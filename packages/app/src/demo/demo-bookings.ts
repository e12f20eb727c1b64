import type { Scope } from '@comptoir/core/kit/scope.js';
import type { Services } from '@comptoir/core/services.js';
import { TICKET_LANGUAGES } from '@comptoir/core/ticketing/offer.js';
import type { TicketSession } from '@comptoir/core/ticketing/ticket-session.js';
import type { DemoOffer } from './demo-tickets.js';
import { type Dice, makeDice } from './history/dice.js';
import { FRANCE } from './history/people.js';

/** Seats of one booking: a couple, a family, a class. */
const PARTIES = [
  [2, 6],
  [4, 3],
  [12, 1],
] as const;

/** How many of the coming sessions somebody has booked, one in so many; and one in so many of those is sold out or nearly. */
const BOOKED_EVERY = 4;
const CROWDED_EVERY = 3;
/** Left in a session that is nearly sold out. */
const NEARLY = 2;
/** Only of the first days, or the first boot would take its time. */
const BOOKED_SESSIONS_MAX = 30;

/** Books some of the sessions, the same for everybody who loads them on one day: some are sold out, some nearly. */
export async function bookSome(services: Services, scope: Scope, offer: DemoOffer, sessions: readonly TicketSession[]): Promise<void> {
  const dice = makeDice(offer.id);
  const coming = sessions.filter(({ startsAt }) => startsAt >= services.clock.now()).slice(0, BOOKED_SESSIONS_MAX);
  for (const [place, { id }] of coming.filter((_, index) => index % BOOKED_EVERY === 1).entries()) {
    for (const seats of partiesOf(offer, place, dice)) await book(services, scope, offer, id, seats, dice);
  }
}

/** The sizes of the bookings of a session. */
function partiesOf({ capacity }: DemoOffer, place: number, dice: Dice): readonly number[] {
  if (place % CROWDED_EVERY !== 0) return [dice.weighted(PARTIES)];
  const wanted = place % (2 * CROWDED_EVERY) === 0 ? capacity : capacity - NEARLY;
  const half = Math.ceil(wanted / 2);
  return [half, wanted - half];
}

async function book(
  { bookings }: Services,
  scope: Scope,
  { rates }: DemoOffer,
  sessionId: string,
  quantity: number,
  dice: Dice,
): Promise<void> {
  const [first] = rates;
  if (first === undefined) return;
  const customer = { name: `${dice.pick(FRANCE.firstNames)} ${dice.pick(FRANCE.lastNames)}`, email: null, phone: null };
  const rate = dice.pick([first, ...rates]);
  await bookings.book(scope, { sessionId, lines: [{ rateId: rate.id, quantity }] }, customer, dice.pick(TICKET_LANGUAGES));
}
