import { NOBODY } from '../clients/client.js';
import type { PersonalDataHolder } from '../clients/personal-data.js';
import { edited } from '../kit/versioned.js';
import type { VisitorGroup } from './visitor-group.js';

/**
 * Groups that clients come with, who are known by the mail address of the contact alone: nothing refers to a client that could move.
 * A visit stays planned and its seats taken; only who asks for it is forgotten.
 */
export const groupsOfClients: PersonalDataHolder = {
  name: 'groups',

  tell: async (views, scope, { email }) => (email === null ? [] : views.groups.ofEmail(scope, email)),

  async forget({ stores, views, now }, scope, { email }) {
    const found = email === null ? [] : await views.groups.ofEmail(scope, email);
    for (const { id } of found) await stores.groups.change(scope, id, (group) => edited(group, withoutContact(group), undefined, now));
  },

  move: async () => undefined,
};

/** A school, an agency or a company keeps its name; any other group may be called as the person is. */
function withoutContact({ kind, name }: VisitorGroup): Pick<VisitorGroup, 'contact' | 'name' | 'notes'> {
  return { contact: { name: NOBODY, email: null, phone: null }, name: kind === 'other' ? NOBODY : name, notes: null };
}
