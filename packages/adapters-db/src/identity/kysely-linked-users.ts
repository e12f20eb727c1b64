import type { LinkedUserStore, LinkedUserViews } from '@comptoir/core/identity/linked-users.js';
import { newUser } from '@comptoir/core/identity/user.js';
import { type RawBuilder, sql } from 'kysely';
import { clientsById } from '../clients/client-conditions.js';
import type { Handle } from '../kit/database-handle.js';
import { jsonText } from '../kit/json.js';

/**
 * The user of each of the addresses (a query of `email`): an account before a dormant one. Either kind has an index of its own, and is looked up in it
 * address by address: users are those of all establishments.
 */
function usersOf(emails: RawBuilder<unknown>): RawBuilder<{ readonly email: string; readonly id: string }> {
  return sql`
    select distinct on (email) email, found.id from (${emails}) as asked
    cross join lateral (
      select id, dormant from users where users.email = asked.email and deleted_at is null and not dormant
      union all
      select id, dormant from users where users.email = asked.email and dormant
    ) as found
    order by email, dormant`;
}

export function makeKyselyLinkedUsers(db: Handle): LinkedUserStore {
  return {
    async createDormant(users) {
      if (users.length === 0) return;
      const rows = users.map(({ id, email, name, locale, createdAt }) => ({ id, email, name, locale, created_at: createdAt }));
      const { tokenVersion, notifications } = newUser({ ...NOBODY_YET, createdAt: new Date(0) });
      // Sorted, so that two who store the same addresses do not wait in a circle.
      await sql`
        insert into users (id, email, name, locale, created_at, token_version, super_admin, notifications, dormant)
        select id, email, name, locale, created_at, ${tokenVersion}::int, false, ${jsonText(notifications)}::jsonb, true
        from jsonb_to_recordset(${jsonText(rows)}::jsonb) as given (id uuid, email text, name text, locale text, created_at timestamptz)
        where not exists (select from users where users.email = given.email and deleted_at is null and not dormant offset 0)
        order by email collate "C"
        on conflict (email) where dormant do nothing`.execute(db);
    },

    async link({ tenantId, siteId }, people) {
      if (people.length === 0) return;
      const rows = people.map(({ clientId, email }) => ({ client_id: clientId, email }));
      await sql`
        with given as materialized (
          select ${tenantId}::uuid as tenant_id, ${siteId}::uuid as site_id, given.*
          from jsonb_to_recordset(${jsonText(rows)}::jsonb) as given (client_id uuid, email text)
        ), person as (
          ${usersOf(sql`select email from given`)}
        )
        update clients set user_id = person.id
        from given left join person using (email)
        where clients.tenant_id = given.tenant_id and clients.site_id = given.site_id and clients.id = given.client_id
          and clients.user_id is distinct from person.id`.execute(db);
    },
  };
}

export function makeKyselyLinkedUserViews(db: Handle): LinkedUserViews {
  return {
    async byEmails(emails) {
      if (emails.length === 0) return new Map();
      const { rows } = await usersOf(sql`select jsonb_array_elements_text(${jsonText(emails)}::jsonb) as email`).execute(db);
      return new Map(rows.map(({ email, id }) => [email, id]));
    },

    async ofClients(scope, clientIds) {
      if (clientIds.length === 0) return new Map();
      const { rows } = await sql<{ readonly id: string; readonly userId: string }>`
        select client.id, user_id as "userId" from ${clientsById(scope, clientIds)} where user_id is not null`.execute(db);
      return new Map(rows.map(({ id, userId }) => [id, userId]));
    },
  };
}

const NOBODY_YET = { id: '', email: '', emailVerifiedAt: null, name: '', locale: 'fr', passwordHash: null } as const;
