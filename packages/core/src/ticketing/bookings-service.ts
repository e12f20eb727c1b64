import { publicScope } from '../carte/menus.js';
import type { Clock } from '../kit/clock.js';
import type { Crypto } from '../kit/crypto.js';
import { DomainError } from '../kit/errors.js';
import { fingerprintOf, type IdempotencyClaim, replay } from '../kit/idempotency.js';
import type { Ids } from '../kit/ids.js';
import type { Logger } from '../kit/logger.js';
import type { Post } from '../kit/post.js';
import type { Scope } from '../kit/scope.js';
import type { UnitOfWork } from '../kit/unit-of-work.js';
import { isPlainText } from '../kit/validate.js';
import { findGuestOrder } from '../orders/guest-orders.js';
import { isTicketing, type TicketingOrder, ticketingOf } from '../orders/order.js';
import { EXPIRY_ACTOR } from '../orders/order-expiry.js';
import type { PaymentProviders } from '../payments/offered-payments.js';
import type { PaymentLinks } from '../payments/payments-service.js';
import { hasTicketing, requireTicketing, type Site } from '../sites/site.js';
import type { Views } from '../stores.js';
import type { BookingLinks, BookingsService, FoundBooking, HeldBooking, WantedTickets } from './booking-service.js';
import { type BookingWork, type Cancelling, cancelBooking } from './booking-work.js';
import { completeBooking, confirmBooking } from './complete-booking.js';
import { findBookings, offeredMethods, presented, siteIn } from './find-bookings.js';
import type { TicketLanguage } from './offer.js';
import { type BookingDraft, type PlacedBooking, placeBooking } from './place-booking.js';
import { requireOnSale } from './wanted-seats.js';

export interface BookingsDeps {
  readonly unitOfWork: UnitOfWork;
  readonly views: Views;
  readonly clock: Clock;
  readonly crypto: Crypto;
  readonly ids: Ids;
  readonly links: BookingLinks & Pick<PaymentLinks, 'pay'>;
  readonly providers: PaymentProviders;
  readonly post: Post;
  readonly logger: Logger;
}

const HOLD_ROUTE = 'POST /api/ticketing/holds';
/** Cancelled in one run; the next one goes on. */
const BATCH = 100;
/** What the history of a booking says whose hold has lapsed. */
const EXPIRED = 'expired';
/** Of a booking that was just made. */
const UNPAID = { payUntil: null, paidCents: 0 } as const;

/** A hold that was made, or the order of the one that an earlier call made. */
type Holding = { readonly placed: PlacedBooking } | { readonly replayedId: string };

export function makeBookingsService(deps: BookingsDeps): BookingsService {
  const { unitOfWork, views, clock, crypto, ids, links, providers, post, logger } = deps;
  const reading = () => ({ views, providers, links, now: clock.now() });

  function inWork<Result>(scope: Scope, run: (work: BookingWork) => Promise<Result>): Promise<Result> {
    return unitOfWork(scope, (services, stores) =>
      run({ stores, views: services.views, scope, at: clock.now(), ids, crypto, links, post, signals: services.signals }),
    );
  }

  async function holdOnce(work: BookingWork, draft: BookingDraft, claim: IdempotencyClaim | null): Promise<Holding> {
    const { idempotency } = work.stores;
    const remembered = claim === null ? null : await idempotency.claim(work.scope, claim, work.at);
    if (claim !== null && remembered !== null) return { replayedId: replay(remembered, claim, String).result };
    const placed = await placeBooking(work, draft);
    if (claim !== null) await idempotency.remember(work.scope, claim, { kind: 'done', result: placed.order.id }, work.at);
    return { placed };
  }

  async function hold(site: Site, wanted: WantedTickets, language: TicketLanguage, key: string | null): Promise<HeldBooking> {
    const scope = publicScope(site);
    const claim = key === null ? null : claimOf(site, key, { wanted, language });
    const holding = await inWork(scope, (work) => holdOnce(work, { site, wanted, language, customer: null }, claim));
    if ('replayedId' in holding) return { booking: await find(holding.replayedId), replayed: true, rate: null };
    const { placed } = holding;
    const payments = await offeredMethods(reading(), scope);
    return { booking: presented(reading(), { ...placed, site, payments, ...UNPAID }), replayed: false, rate: placed.rate };
  }

  function claimOf(site: Site, key: string, body: unknown): IdempotencyClaim {
    return { owner: `site:${site.id}`, route: HOLD_ROUTE, key, fingerprint: fingerprintOf(crypto, body) };
  }

  async function present(scope: Scope, site: Site, orders: readonly TicketingOrder[]): Promise<readonly FoundBooking[]> {
    return findBookings(reading(), scope, site, orders);
  }

  async function one(scope: Scope, site: Site, order: TicketingOrder): Promise<FoundBooking> {
    const [found] = await present(scope, site, [order]);
    if (found === undefined) throw new DomainError('unknown_order');
    return found;
  }

  async function ofGuest(orderId: string): Promise<{ readonly order: TicketingOrder; readonly site: Site; readonly scope: Scope }> {
    const { order, site } = await findGuestOrder({ orderViews: views.orders, siteViews: views.sites }, orderId);
    return { order: ticketingOf(order), site, scope: publicScope(site) };
  }

  async function find(orderId: string): Promise<FoundBooking> {
    const { order, site, scope } = await ofGuest(orderId);
    return one(scope, site, order);
  }

  async function get(scope: Scope, orderId: string): Promise<FoundBooking> {
    const order = await views.orders.get(scope, orderId);
    if (order === null || !isTicketing(order)) throw new DomainError('unknown_order');
    return one(scope, await siteIn(views, scope), order);
  }

  async function giveUp(scope: Scope, orderId: string, cancelling: Cancelling): Promise<boolean> {
    return (await inWork(scope, (work) => cancelBooking(work, orderId, cancelling))) !== null;
  }

  /** One that cannot be given up does not keep the others waiting. */
  async function expireOne(scope: Scope, orderId: string): Promise<boolean> {
    const isWaiting = ({ status, payment }: TicketingOrder) => status === 'held' && payment.method === 'at_pickup';
    try {
      return await giveUp(scope, orderId, { reason: EXPIRED, onlyIf: isWaiting });
    } catch (error) {
      logger.error({ err: error, orderId }, 'a hold that has lapsed could not be cancelled');
      return false;
    }
  }

  return {
    async hold(slug, wanted, language, idempotencyKey) {
      const site = isPlainText(slug) ? await views.sites.bySlug(slug) : null;
      if (site === null || !hasTicketing(site)) throw new DomainError('unknown_shop');
      return hold(site, wanted, language, idempotencyKey);
    },

    async complete(orderId, customer, payment) {
      const { scope } = await ofGuest(orderId);
      await inWork(scope, (work) => completeBooking(work, orderId, { customer, payment, providers }));
      return find(orderId);
    },

    find,

    async cancelByGuest(orderId) {
      const { scope } = await ofGuest(orderId);
      await inWork(scope, async (work) => {
        const cancelled = await cancelBooking(work, orderId, { reason: null });
        if (cancelled?.before.status === 'confirmed') await requireCancellable(work, orderId);
      });
      return find(orderId);
    },

    async book(scope, wanted, customer, language) {
      const site = await siteIn(views, scope);
      requireTicketing(site);
      const placed = await inWork(scope, (work) => placeBooking(work, { site, wanted, customer, language }));
      return presented(reading(), { ...placed, site, payments: [], ...UNPAID });
    },

    async cancel(scope, orderId, reason) {
      await giveUp(scope, orderId, { reason });
      return get(scope, orderId);
    },

    get,
    present: async (scope, orders) => (orders.length === 0 ? [] : present(scope, await siteIn(views, scope), orders)),
    confirm: (scope, orderId) => inWork(scope, (work) => confirmBooking(work, scope, orderId)),
    giveUp: (scope, orderId, reason, onlyIf) => giveUp(scope, orderId, { reason, onlyIf }),

    async expire() {
      let count = 0;
      for (const { orderId, ...site } of await views.tickets.lapsed(clock.now(), BATCH))
        if (await expireOne({ ...site, actor: EXPIRY_ACTOR }, orderId)) count += 1;
      return count;
    },
  };
}

/** Of a booking that a guest has cancelled; what this throws undoes that. */
async function requireCancellable({ stores, views, scope, at }: BookingWork, orderId: string): Promise<void> {
  const booking = await views.tickets.booking(scope, orderId);
  const session = booking === null ? null : await views.ticketSessions.get(scope, booking.sessionId);
  if (session !== null && session.cancelledAt === null) requireOnSale(session, at);
  const tickets = await stores.tickets.lockOfOrder(scope, orderId);
  await refusePaidAtDesk(views, scope, orderId);
  if (tickets.some(({ state }) => state === 'used')) throw new DomainError('ticket_used');
}

/** Somebody has to hand the money over, so the desk cancels it. What was paid by card goes back by itself. */
async function refusePaidAtDesk({ orders, sales }: Views, scope: Scope, orderId: string): Promise<void> {
  const order = await orders.get(scope, orderId);
  if (order?.payment.method !== 'at_pickup' || ((await sales.takenOfOrders(scope, [orderId])).get(orderId) ?? 0) === 0) return;
  const message = 'It was paid at the desk: have it cancelled there, where the money is given back.';
  throw new DomainError('invalid_transition', { message, facts: { status: 'confirmed', step: 'cancel' } });
}
