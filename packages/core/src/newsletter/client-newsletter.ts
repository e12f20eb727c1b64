import type { PersonalDataHolder } from '../clients/personal-data.js';

/**
 * Whether the client gets the newsletter, which is known by the address alone: nothing refers to a client that could move. That mails do
 * not reach an address is kept on, without the address (`mail_suppressions`).
 */
export const newsletterOfClients: PersonalDataHolder = {
  name: 'newsletter',

  async tell(views, scope, { email }) {
    const subscriber = email === null ? null : await views.subscribers.byEmail(scope, email);
    return subscriber === null ? [] : [subscriber];
  },

  async forget({ stores, views }, scope, { email }) {
    const subscriber = email === null ? null : await views.subscribers.byEmail(scope, email);
    if (subscriber !== null) await stores.subscribers.remove(scope, subscriber.id);
  },

  move: async () => undefined,
};
