import type { LinkedUserStore, LinkedUserViews } from '@comptoir/core/identity/linked-users.js';
import { newUser } from '@comptoir/core/identity/user.js';
import { sql } from 'kysely';
import { ofSite, texts } from '../clients/client-conditions.js';
import type { Handle } from '../kit/database-handle.js';
import { jsonText } from '../kit/json.js';
import { uuidOf } from '../kit/uuids.js';

/** The user of an address: an account before a dormant one. */
const USER_OF = sql`select distinct on (email) email, id from users where deleted_at is null`;

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
        where not exists (select from users where users.email = given.email and deleted_at is null)
        order by email collate "C"
        on conflict (email) where dormant do nothing`.execute(db);
    },

    async link({ tenantId, siteId }, people) {
      if (people.length === 0) return;
      const rows = people.map(({ clientId, email }) => ({ client_id: clientId, email }));
      await sql`
        with given as materialized (
          select * from jsonb_to_recordset(${jsonText(rows)}::jsonb) as given (client_id uuid, email text)
        ), person as (
          ${USER_OF} and email in (select email from given) order by email, dormant
        )
        update clients set user_id = person.id
        from given left join person using (email)
        where clients.tenant_id = ${tenantId}::uuid and clients.site_id = ${siteId}::uuid and clients.id = given.client_id
          and clients.user_id is distinct from person.id`.execute(db);
    },
  };
}

export function makeKyselyLinkedUserViews(db: Handle): LinkedUserViews {
  return {
    async byEmails(emails) {
      if (emails.length === 0) return new Map();
      const { rows } = await sql<{ readonly email: string; readonly id: string }>`
        ${USER_OF} and email = any (${texts(emails)}) order by email, dormant`.execute(db);
      return new Map(rows.map(({ email, id }) => [email, id]));
    },

    async ofClients(scope, clientIds) {
      if (clientIds.length === 0) return new Map();
      const { rows } = await sql<{ readonly id: string; readonly userId: string }>`
        select id, user_id as "userId" from clients
        where ${ofSite(scope)} and user_id is not null and id = any (${texts(clientIds.map(uuidOf))}::uuid[])`.execute(db);
      return new Map(rows.map(({ id, userId }) => [id, userId]));
    },
  };
}

const NOBODY_YET = { id: '', email: '', emailVerifiedAt: null, name: '', locale: 'fr', passwordHash: null } as const;
