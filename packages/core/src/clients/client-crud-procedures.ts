import { pageOf } from '../kit/page.js';
import { defineProcedure, siteScopeOf } from '../kit/procedure.js';
import type { Client } from './client.js';
import { CHANGE_ERRORS, CLIENTS_DELETE, CLIENTS_READ, CLIENTS_WRITE, present } from './client-access.js';
import { clientCreate, clientFilters, clientId, clientPatch, clientRecord, versionedClient, wholeClient } from './client-contract.js';
import { patchedClient } from './client-rules.js';

/** Clients: found, made, changed, deleted. */
export function clientCrudProcedures() {
  return {
    list: defineProcedure({
      type: 'query',
      access: CLIENTS_READ,
      summary:
        'One page of the clients, without merged and anonymous ones; `search` looks for beginnings of names, companies, mail addresses and tags, and for phone numbers however they are written.',
      input: clientFilters.prefault({}),
      output: pageOf(clientRecord),
      rest: true,
      run: async (context, filter) => {
        const page = await context.services.views.clients.list(siteScopeOf(context), filter);
        return { ...page, items: page.items.map(present) };
      },
    }),
    get: defineProcedure({
      type: 'query',
      access: CLIENTS_READ,
      summary: 'One client; for one that was merged, the client it was merged into.',
      input: clientId,
      output: wholeClient,
      errors: ['unknown_record'],
      rest: true,
      run: async (context, { id }) => present(await context.services.clients.get(siteScopeOf(context), id)),
    }),
    create: defineProcedure({
      type: 'mutation',
      access: CLIENTS_WRITE,
      summary: 'Creates a client; a mail address or external id belongs to one client at most.',
      input: clientCreate,
      output: clientRecord,
      errors: ['duplicate'],
      run: async (context, { addresses, ...fields }) =>
        present(await context.services.clients.create(siteScopeOf(context), { fields, addresses, consent: null })),
    }),
    update: defineProcedure({
      type: 'mutation',
      access: CLIENTS_WRITE,
      summary: 'Changes the fields that are sent; null clears, `customInputs` is merged by name. With `version` only what was read last.',
      input: versionedClient.extend(clientPatch.shape),
      output: clientRecord,
      errors: [...CHANGE_ERRORS, 'duplicate'],
      run: async (context, { id, version = null, ...patch }) => {
        const decide = (before: Client) => patchedClient(before, patch);
        return present(await context.services.clients.change(siteScopeOf(context), { id, version, decide }));
      },
    }),
    delete: defineProcedure({
      type: 'mutation',
      access: CLIENTS_DELETE,
      summary: 'Deletes a client that no order or invoice refers to; others can be made anonymous.',
      input: versionedClient,
      output: clientId,
      errors: ['unknown_record', 'in_use', 'stale'],
      run: async (context, { id, version = null }) => {
        await context.services.clients.delete(siteScopeOf(context), id, version);
        return { id };
      },
    }),
  };
}
