import type { PersonalDataHolder } from '../clients/personal-data.js';

/** More notes than one order has. */
const EVERYTHING = { page: 1, pageSize: 100_000 };

/** What the staff noted about the orders of clients; notes move with their orders. */
export const orderNotesOfClients: PersonalDataHolder = {
  name: 'orderNotes',

  async tell(views, scope, { id, email }) {
    const ids = await views.clients.orderIds(scope, id, email);
    const notes = await Promise.all(ids.map((orderId) => views.orderDesk.notes(scope, orderId, EVERYTHING)));
    return notes.flatMap(({ items }) => items);
  },

  async forget({ stores, views }, scope, { id, email }) {
    for (const orderId of await views.clients.orderIds(scope, id, email)) await stores.orderNotes.drop(scope, orderId);
  },

  move: async () => undefined,
};
