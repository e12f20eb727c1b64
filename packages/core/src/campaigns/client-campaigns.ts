import type { PersonalDataHolder } from '../clients/personal-data.js';

/** What campaigns keep of clients: that they were written to, and what became of it. */
export const campaignsOfClients: PersonalDataHolder = {
  name: 'campaigns',
  tell: (views, scope, { id, email }) => views.campaigns.ofClient(scope, id, email),
  forget: ({ stores, now }, scope, { id, email }) => stores.campaigns.forgetClient(scope, id, email, now),
  move: ({ stores }, scope, from, into) => stores.campaigns.moveClient(scope, from.id, into.id),
};
