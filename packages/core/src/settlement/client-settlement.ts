import type { PersonalDataHolder } from '../clients/personal-data.js';

/**
 * What belongs to the orders of clients: where parcels went, and what was noted. Recorded money is an account that stays as it was written;
 * like the rest it belongs to orders, which move as a whole.
 */
export const settlementOfClients: PersonalDataHolder = {
  name: 'settlement',

  async tell(views, scope, { id, email }) {
    const ids = await views.clients.orderIds(scope, id, email);
    return Promise.all(
      ids.map(async (orderId) => ({
        orderId,
        ...(await views.settlement.money(scope, orderId)),
        parcels: await views.settlement.parcelsOf(scope, orderId),
        returns: await views.settlement.returnsOf(scope, orderId),
      })),
    );
  },

  async forget({ stores, views }, scope, { id, email }) {
    for (const orderId of await views.clients.orderIds(scope, id, email)) await stores.settlement.forgetRecipient(scope, orderId);
  },

  move: async () => undefined,
};
