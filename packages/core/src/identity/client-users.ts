import type { PersonalDataHolder } from '../clients/personal-data.js';

/** Which persons clients are. A dormant one, which only clients refer to, goes with the last of them; an account stays its owner's. */
export const usersOfClients: PersonalDataHolder = {
  name: 'users',

  async tell(views, scope, { id }) {
    return [...(await views.linkedUsers.ofClients(scope, [id])).values()].map((userId) => ({ userId }));
  },

  async forget({ stores }, scope, { id }) {
    await stores.linkedUsers.link(scope, [{ clientId: id, email: null }]);
  },

  async move({ stores, views }, scope, from, into) {
    const links = await views.linkedUsers.ofClients(scope, [from.id, into.id]);
    if (!links.has(from.id)) return;
    // First, because the person goes when nobody is linked to it.
    if (!links.has(into.id)) await stores.linkedUsers.link(scope, [{ clientId: into.id, email: from.email }]);
    await stores.linkedUsers.link(scope, [{ clientId: from.id, email: null }]);
  },
};
