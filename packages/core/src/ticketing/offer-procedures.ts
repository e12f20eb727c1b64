import { z } from 'zod';
import { DomainError } from '../kit/errors.js';
import { pageInput, pageOf } from '../kit/page.js';
import { type CallContext, defineProcedure, siteScopeOf } from '../kit/procedure.js';
import { idSchema } from '../kit/validate.js';
import type { Offer } from './offer.js';
import { offerInput, offerRecord, offerUpdate } from './offer-contract.js';
import { DELETE, READ, WRITE } from './ticketing-access.js';

const idInput = z.object({ id: idSchema });

/** What of the `ticketing` router is about offers. */
export function offerProcedures() {
  return {
    listOffers: defineProcedure({
      type: 'query',
      access: READ,
      summary: 'One page of the offers, by position.',
      input: pageInput.prefault({}),
      output: pageOf(offerRecord),
      run: (context, page) => context.services.views.offers.list(siteScopeOf(context), page),
    }),
    getOffer: defineProcedure({
      type: 'query',
      access: READ,
      summary: 'One offer, with the rates that are sold no more.',
      input: idInput,
      output: offerRecord,
      errors: ['unknown_offer'],
      run: (context, { id }) => offerIn(context, id),
    }),
    createOffer: defineProcedure({
      type: 'mutation',
      access: WRITE,
      summary: 'Creates an offer with its rates. It is on the public pages at once, unless `online` is false.',
      input: offerInput,
      output: offerRecord,
      run: (context, input) => context.services.offers.create(siteScopeOf(context), input),
    }),
    updateOffer: defineProcedure({
      type: 'mutation',
      access: WRITE,
      summary: 'Changes the fields of an offer that are sent; null clears. A rate that is left out of `rates` is sold no more.',
      input: offerUpdate,
      output: offerRecord,
      errors: ['unknown_offer', 'unknown_rate', 'stale', 'invalid_request'],
      run: (context, { id, version, ...patch }) => context.services.offers.update(siteScopeOf(context), id, patch, version),
    }),
    deleteOffer: defineProcedure({
      type: 'mutation',
      access: DELETE,
      summary: 'Takes an offer off sale for good and cancels its sessions to come, unless somebody has booked one.',
      input: idInput,
      output: idInput,
      errors: ['unknown_offer', 'in_use'],
      run: (context, { id }) => context.services.offers.delete(siteScopeOf(context), id),
    }),
  };
}

async function offerIn(context: CallContext, id: string): Promise<Offer> {
  const offer = await context.services.views.offers.get(siteScopeOf(context), id);
  if (offer === null || offer.deletedAt !== null) throw new DomainError('unknown_offer');
  return offer;
}
