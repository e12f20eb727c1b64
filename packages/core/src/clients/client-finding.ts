import { DomainError } from '../kit/errors.js';
import type { Scope } from '../kit/scope.js';
import type { Views } from '../stores.js';
import type { Client } from './client.js';
import type { ClientViews } from './client-store.js';
import type { WholeClient } from './clients-service.js';

/** The client that the id leads to. Throws `unknown_record`. */
export async function wholeClient({ clients }: Pick<Views, 'clients'>, scope: Scope, id: string): Promise<WholeClient> {
  const found = mustBeThere(await clients.get(scope, id));
  const client = found.mergedInto === null ? found : mustBeThere(await clients.get(scope, found.mergedInto));
  return { ...client, mergedFrom: await clients.mergedInto(scope, client.id) };
}

/** The client to sell to whom the id leads to: of one that was merged the one that stayed. Null where there is none, or nobody knows them any more. */
export async function knownClient(
  { clients }: { readonly clients: Pick<ClientViews, 'get'> },
  scope: Scope,
  id: string,
): Promise<Client | null> {
  const found = await clients.get(scope, id);
  const client = found?.mergedInto == null ? found : await clients.get(scope, found.mergedInto);
  return client === null || client.anonymizedAt !== null ? null : client;
}

/** Throws `unknown_record` in place of nothing. */
export function mustBeThere(client: Client | null | undefined): Client {
  if (client === undefined || client === null) throw new DomainError('unknown_record', { message: 'There is no such client.' });
  return client;
}

/** Says whose the mail address or external id is, which the store alone could not. Throws `duplicate`. */
export async function mustHaveOwnKeys({ clients }: Pick<Views, 'clients'>, scope: Scope, client: Client): Promise<void> {
  const { id, email, externalId } = client;
  const holders = await clients.byKeys(scope, email === null ? [] : [email], externalId === null ? [] : [externalId]);
  const other = holders.find((holder) => holder.id !== id);
  if (other === undefined) return;
  const field = other.email === email && email !== null ? 'email' : 'externalId';
  const message = field === 'email' ? 'Another client has this mail address.' : 'Another client has this external id.';
  throw new DomainError('duplicate', { message, facts: { field, clientId: other.id } });
}
