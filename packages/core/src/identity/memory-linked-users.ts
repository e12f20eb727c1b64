import type { Client } from '../clients/client.js';
import { type CrudTable, crudKey, rowsOfSite } from '../kit/memory-crud-store.js';
import type { MemoryTable } from '../kit/memory-database.js';
import type { Scope } from '../kit/scope.js';
import type { DormantUser, LinkedUserStore, LinkedUserViews } from './linked-users.js';
import type { User } from './user.js';

/** The user of a client. */
interface ClientUser {
  /** Of the client. */
  readonly id: string;
  readonly userId: string;
}

export interface LinkedUserTables {
  readonly dormantUsers: MemoryTable<DormantUser>;
  readonly clientUsers: CrudTable<ClientUser>;
}

/** Who clients are, without a database. */
export function makeMemoryLinkedUsers(
  tables: LinkedUserTables & { readonly users: MemoryTable<User>; readonly clients: CrudTable<Client> },
): {
  readonly store: LinkedUserStore;
  readonly views: LinkedUserViews;
} {
  const { users, clients, dormantUsers, clientUsers } = tables;
  const idOf = (email: string): string | null => {
    const account = [...users.values()].find((user) => user.email === email && user.deletedAt === null);
    return (account ?? [...dormantUsers.values()].find((dormant) => dormant.email === email))?.id ?? null;
  };

  return {
    store: {
      async createDormant(fresh) {
        for (const user of fresh) if (idOf(user.email) === null) dormantUsers.set(user.id, user);
      },
      async link(scope, people) {
        for (const { clientId, email } of people) {
          if (clients.get(crudKey(scope, clientId)) === undefined) continue;
          const userId = email === null ? null : idOf(email);
          dropLinkedUser(tables, scope, clientId, userId);
          if (userId !== null)
            clientUsers.set(crudKey(scope, clientId), { tenantId: scope.tenantId, siteId: scope.siteId, row: { id: clientId, userId } });
        }
      },
    },
    views: {
      async byEmails(emails) {
        const found = emails.map((email) => [email, idOf(email)] as const);
        return new Map(found.flatMap(([email, id]) => (id === null ? [] : [[email, id]])));
      },
      async ofClients(scope, clientIds) {
        const linked = rowsOfSite(clientUsers, scope).filter(({ id }) => clientIds.includes(id));
        return new Map(linked.map(({ id, userId }) => [id, userId]));
      },
    },
  };
}

/** Unlinks the client, unless it stays linked to the same user, and drops a dormant user whom nobody is linked to then. */
export function dropLinkedUser(
  { dormantUsers, clientUsers }: LinkedUserTables,
  scope: Scope,
  clientId: string,
  stays: string | null = null,
): void {
  const before = clientUsers.get(crudKey(scope, clientId))?.row;
  if (before === undefined || before.userId === stays) return;
  clientUsers.delete(crudKey(scope, clientId));
  if (![...clientUsers.values()].some(({ row }) => row.userId === before.userId)) dormantUsers.delete(before.userId);
}

/** Unlinks every client of one establishment. */
export function dropLinkedUsers(tables: LinkedUserTables, scope: Scope): void {
  for (const { id } of rowsOfSite(tables.clientUsers, scope)) dropLinkedUser(tables, scope, id);
}
