import { DomainError, hasCode } from '../kit/errors.js';
import type { Scope } from '../kit/scope.js';
import type { UnitOfWork } from '../kit/unit-of-work.js';
import type { Services } from '../services.js';
import type { Stores } from '../stores.js';
import type { Offer } from './offer.js';

/** The work of one transaction on what an establishment sells tickets for. */
type EditWork<Result> = (services: Services, stores: Stores) => Promise<Result>;

/** Edits what the public sees of ticketing: the version of the establishment is raised with it, and whoever keeps answers is told after the commit. */
export async function editTicketing<Result>(unitOfWork: UnitOfWork, scope: Scope, work: EditWork<Result>): Promise<Result> {
  return unitOfWork(scope, async (services, stores) => {
    const result = await work(services, stores);
    await stores.sites.touch(scope);
    services.signals.send({ kind: 'site-changed', siteId: scope.siteId });
    return result;
  });
}

/**
 * Locks an offer that is not deleted and stores what `decide` makes of it. Whoever adds sessions to an offer locks it first, so that it cannot be
 * deleted meanwhile. Throws `unknown_offer`, or what `decide` throws.
 */
export async function changeOffer(
  { offers }: Pick<Stores, 'offers'>,
  scope: Scope,
  id: string,
  decide: (offer: Offer) => Offer = (offer) => offer,
): Promise<Offer> {
  try {
    return await offers.change(scope, id, (offer) => decide(notDeleted(offer)));
  } catch (error) {
    throw hasCode(error, 'unknown_record') ? new DomainError('unknown_offer') : error;
  }
}

function notDeleted(offer: Offer): Offer {
  if (offer.deletedAt !== null) throw new DomainError('unknown_offer');
  return offer;
}
