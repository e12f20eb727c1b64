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

/** Locks an offer that is not deleted and stores what `decide` makes of it. Throws `unknown_record`, or what `decide` throws. */
export function changeOffer({ offers }: Pick<Stores, 'offers'>, scope: Scope, id: string, decide: (offer: Offer) => Offer): Promise<Offer> {
  return offers.change(scope, id, (offer) => decide(notDeleted(offer)));
}

/** The offer that sessions are added to, locked, so that it cannot be deleted meanwhile. Throws `unknown_offer`. */
export async function lockOffer(stores: Pick<Stores, 'offers'>, scope: Scope, id: string): Promise<Offer> {
  try {
    return await changeOffer(stores, scope, id, (offer) => offer);
  } catch (error) {
    throw hasCode(error, 'unknown_record') ? new DomainError('unknown_offer') : error;
  }
}

function notDeleted(offer: Offer): Offer {
  if (offer.deletedAt !== null) throw new DomainError('unknown_record');
  return offer;
}
