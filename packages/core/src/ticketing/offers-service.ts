import type { Clock } from '../kit/clock.js';
import type { Ids } from '../kit/ids.js';
import type { Scope } from '../kit/scope.js';
import type { UnitOfWork } from '../kit/unit-of-work.js';
import { edited, newlyVersioned, patched } from '../kit/versioned.js';
import type { Stores, Views } from '../stores.js';
import { changeOffer, editTicketing } from './edit-ticketing.js';
import type { Offer } from './offer.js';
import type { OfferInput, OfferPatch } from './offer-contract.js';
import { ratesAfter } from './offer-rates.js';
import { cancelled } from './session-rules.js';

/** What an establishment sells tickets for. */
export interface OffersService {
  create(scope: Scope, input: OfferInput): Promise<Offer>;
  /** Changes what the patch names. Throws `unknown_offer`, `stale`, `unknown_rate`, `invalid_request` (more rates than an offer may have had). */
  update(scope: Scope, id: string, patch: OfferPatch, seen: number | undefined): Promise<Offer>;
  /**
   * Takes the offer off sale for good, and cancels its sessions to come. It is kept for what was sold of it. Throws `unknown_offer`, and `in_use`
   * when somebody has booked a session to come.
   */
  delete(scope: Scope, id: string): Promise<Offer>;
}

export interface OffersDeps {
  readonly unitOfWork: UnitOfWork;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** Later than any session. */
const END_OF_TIME = new Date('9999-12-31T23:59:59Z');

export function makeOffersService({ unitOfWork, clock, ids }: OffersDeps): OffersService {
  return {
    create: (scope, { rates, ...fields }) =>
      editTicketing(unitOfWork, scope, (_services, { offers }) =>
        offers.create(scope, {
          ...fields,
          ...newlyVersioned(ids.uuid(), clock.now()),
          tenantId: scope.tenantId,
          siteId: scope.siteId,
          rates: ratesAfter([], rates, ids.uuid),
          deletedAt: null,
        }),
      ),

    update: (scope, id, { rates, ...patch }, seen) =>
      editTicketing(unitOfWork, scope, (_services, stores) =>
        changeOffer(stores, scope, id, (offer) => {
          const fields = patched<Pick<Offer, Exclude<keyof OfferPatch, 'rates'>>>(offer, patch);
          return edited(
            offer,
            { ...fields, rates: rates === undefined ? offer.rates : ratesAfter(offer.rates, rates, ids.uuid) },
            seen,
            clock.now(),
          );
        }),
      ),

    delete: (scope, id) =>
      editTicketing(unitOfWork, scope, async ({ views }, stores) => {
        const now = clock.now();
        const offer = await changeOffer(stores, scope, id, (found) => edited(found, { deletedAt: now }, undefined, now));
        await cancelComing(stores, views, scope, id, now);
        return offer;
      }),
  };
}

async function cancelComing(stores: Stores, views: Views, scope: Scope, offerId: string, now: Date): Promise<void> {
  const coming = await views.ticketSessions.between(scope, { offerId, from: now, to: END_OF_TIME });
  for (const { id } of coming.filter((session) => session.cancelledAt === null)) {
    await stores.ticketSessions.change(scope, id, (session) => cancelled(session, undefined, now));
  }
}
