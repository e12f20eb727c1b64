import { z } from 'zod';
import { DomainError } from '../kit/errors.js';
import { pageInput, pageOf } from '../kit/page.js';
import { type CallContext, defineProcedure, siteScopeOf } from '../kit/procedure.js';
import { personal } from '../kit/secret.js';
import { idSchema } from '../kit/validate.js';
import type { Client } from './client.js';
import { CHANGE_ERRORS, CLIENTS_READ, CLIENTS_WRITE, present } from './client-access.js';
import { ADDRESS_USES, withAddress, withAddressChanged, withDefaultAddress, withoutAddress } from './client-addresses.js';
import { changedAddress, clientId, clientRecord, namedAddress, newAddress, noteRecord, versionedClient } from './client-contract.js';
import { clientTags, noteText } from './client-fields.js';
import { withoutTags, withTags } from './client-rules.js';

interface Named {
  readonly id: string;
  readonly version?: number | null | undefined;
}

/** The client after the change, as it is answered. */
async function changed(context: CallContext, { id, version = null }: Named, decide: (client: Client) => Client) {
  return present(await context.services.clients.change(siteScopeOf(context), { id, version, decide }));
}

const mutation = { type: 'mutation', access: CLIENTS_WRITE, output: clientRecord, errors: CHANGE_ERRORS } as const;

/** What hangs on a client: addresses, tags, notes. */
export function clientPartProcedures() {
  return { ...addressProcedures(), ...tagProcedures(), ...noteProcedures() };
}

function addressProcedures() {
  return {
    addAddress: defineProcedure({
      ...mutation,
      summary: 'Adds an address; the first is the one that bills and deliveries go to.',
      input: newAddress,
      run: (context, { address, ...named }) => {
        const added = { ...address, id: context.services.ids.uuid() };
        return changed(context, named, (client) => withAddress(client, added));
      },
    }),
    updateAddress: defineProcedure({
      ...mutation,
      summary: 'Changes the fields of an address that are sent; null clears.',
      input: changedAddress,
      run: (context, { addressId, address, ...named }) =>
        changed(context, named, (client) => withAddressChanged(client, addressId, address)),
    }),
    removeAddress: defineProcedure({
      ...mutation,
      summary: 'Removes an address; what went there goes to the first of those that are left.',
      input: namedAddress,
      run: (context, { addressId, ...named }) => changed(context, named, (client) => withoutAddress(client, addressId)),
    }),
    setDefaultAddress: defineProcedure({
      ...mutation,
      summary: 'Says which address bills, deliveries or both go to.',
      input: namedAddress.extend({ use: z.enum(ADDRESS_USES).default('both') }),
      run: (context, { addressId, use, ...named }) => changed(context, named, (client) => withDefaultAddress(client, addressId, use)),
    }),
  };
}

const named = versionedClient.extend({ tags: personal(clientTags.min(1)) });

function tagProcedures() {
  return {
    addTags: defineProcedure({
      ...mutation,
      summary: 'Adds tags to a client; those it has already stay.',
      input: named,
      run: (context, { tags, ...client }) => changed(context, client, (before) => withTags(before, tags)),
    }),
    removeTags: defineProcedure({
      ...mutation,
      summary: 'Removes tags from a client.',
      input: named,
      run: (context, { tags, ...client }) => changed(context, client, (before) => withoutTags(before, tags)),
    }),
    listTags: defineProcedure({
      type: 'query',
      access: CLIENTS_READ,
      summary: 'Every tag of the clients, by name, and how many have it.',
      input: z.object({}).prefault({}),
      output: z.array(z.object({ tag: z.string(), clients: z.int() })),
      run: (context) => context.services.views.clients.tags(siteScopeOf(context)),
    }),
  };
}

function noteProcedures() {
  return {
    addNote: defineProcedure({
      type: 'mutation',
      access: CLIENTS_WRITE,
      summary: 'Writes a note about a client, signed and dated.',
      input: clientId.extend({ text: personal(noteText) }),
      output: noteRecord,
      errors: ['unknown_record', 'invalid_transition'],
      run: (context, { id, text }) => context.services.clients.addNote(siteScopeOf(context), id, text),
    }),
    listNotes: defineProcedure({
      type: 'query',
      access: CLIENTS_READ,
      summary: 'The notes about a client, newest first.',
      input: pageInput.extend(clientId.shape),
      output: pageOf(noteRecord),
      errors: ['unknown_record'],
      run: async (context, { id, ...page }) => {
        const scope = siteScopeOf(context);
        const client = await context.services.clients.get(scope, id);
        return context.services.views.clients.notes(scope, client.id, page);
      },
    }),
    deleteNote: defineProcedure({
      type: 'mutation',
      access: CLIENTS_WRITE,
      summary: 'Deletes a note about a client.',
      input: clientId.extend({ noteId: idSchema }),
      output: clientId,
      errors: ['unknown_record'],
      run: async (context, { id, noteId }) => {
        const scope = siteScopeOf(context);
        const removed = await context.services.unitOfWork(scope, (_services, { clients }) => clients.removeNote(scope, id, noteId));
        if (!removed) throw new DomainError('unknown_record', { message: 'The client has no such note.' });
        return { id };
      },
    }),
  };
}
