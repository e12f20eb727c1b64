import { NOBODY } from '../clients/client.js';
import type { PersonalDataHolder } from '../clients/personal-data.js';
import { edited } from '../kit/versioned.js';

/**
 * Passes of clients, who are known by the mail address of the owner alone: nothing refers to a client that could move. A pass was paid
 * for and lets in whoever has it; only whose it was is forgotten, and why it was blocked.
 */
export const passesOfClients: PersonalDataHolder = {
  name: 'passes',

  /** Without their codes: whoever reads one is let in. */
  async tell(views, scope, { email }) {
    const passes = email === null ? [] : await views.passes.ofEmail(scope, email);
    return passes.map(({ code: _code, ...pass }) => pass);
  },

  async forget({ stores, views, now }, scope, { email }) {
    const found = email === null ? [] : await views.passes.ofEmail(scope, email);
    for (const { id } of found) {
      const nobody = { owner: { name: NOBODY, email: null }, blockedReason: null };
      await stores.passes.change(scope, id, (pass) => edited(pass, nobody, undefined, now));
    }
  },

  move: async () => undefined,
};
