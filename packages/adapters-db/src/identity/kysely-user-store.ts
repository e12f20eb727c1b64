import type { User } from '@comptoir/core/identity/user.js';
import type { UserStore } from '@comptoir/core/identity/user-store.js';
import { DomainError } from '@comptoir/core/kit/errors.js';
import { type Selectable, sql } from 'kysely';
import type { Handle } from '../kit/database-handle.js';
import { asUnknownRecord } from '../kit/db-errors.js';
import { json } from '../kit/json.js';
import { uuidOf } from '../kit/uuids.js';
import type { UserTable } from './identity-tables.js';

export function makeKyselyUsers(db: Handle): UserStore {
  const living = () => db.selectFrom('users').selectAll('users').where('deleted_at', 'is', null).where('dormant', '=', false);
  const found = (row: Selectable<UserTable> | undefined) => (row === undefined ? null : userOf(row));

  return {
    async create(user) {
      await db
        .insertInto('users')
        .values({ id: user.id, ...columnsOf(user) })
        .execute();
    },

    byId: async (userId) => found(await living().where('id', '=', uuidOf(userId)).executeTakeFirst()),

    byEmail: async (email) => found(await living().where('email', '=', email).executeTakeFirst()),

    async byProviderAccount({ issuer, subject }) {
      const row = await living()
        .innerJoin('provider_accounts', 'provider_accounts.user_id', 'users.id')
        .where('issuer', '=', issuer)
        .where('subject', '=', subject)
        .executeTakeFirst();
      return found(row);
    },

    async linkProviderAccount({ issuer, subject }, userId) {
      const { rows } = await sql`
        insert into provider_accounts (issuer, subject, user_id) values (${issuer}, ${subject}, ${uuidOf(userId)})
        on conflict (issuer, subject) do update set user_id = excluded.user_id
          where provider_accounts.user_id = excluded.user_id
            or exists (select from users where id = provider_accounts.user_id and deleted_at is not null)
        returning user_id`
        .execute(db)
        .catch(asUnknownRecord);
      if (rows.length === 0) throw new DomainError('duplicate');
    },

    async unlinkProviderAccounts(userId) {
      await db.deleteFrom('provider_accounts').where('user_id', '=', uuidOf(userId)).execute();
    },

    async change(userId, decide) {
      const row = await living().where('id', '=', uuidOf(userId)).forNoKeyUpdate().executeTakeFirst();
      if (row === undefined) throw new DomainError('unknown_record');
      const before = userOf(row);
      const after = { ...decide(before), id: before.id };
      await db.updateTable('users').set(columnsOf(after)).where('id', '=', before.id).execute();
      return after;
    },
  };
}

function columnsOf(user: User) {
  const { email, name, locale } = user;
  return {
    email,
    name,
    locale,
    email_verified_at: user.emailVerifiedAt,
    password_hash: user.passwordHash,
    token_version: user.tokenVersion,
    super_admin: user.superAdmin,
    notifications: json(user.notifications),
    created_at: user.createdAt,
    deleted_at: user.deletedAt,
  };
}

function userOf(row: Selectable<UserTable>): User {
  const { id, email, name, locale, notifications } = row;
  return {
    id,
    email,
    name,
    locale,
    notifications,
    emailVerifiedAt: row.email_verified_at,
    passwordHash: row.password_hash,
    tokenVersion: row.token_version,
    superAdmin: row.super_admin,
    createdAt: row.created_at,
    deletedAt: row.deleted_at,
  };
}
