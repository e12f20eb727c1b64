import { type Kysely, sql } from 'kysely';

/**
 * Whom clients from an online shop are as persons. A dormant user stands for somebody who has an account in a shop and none here: it is no
 * account, so its address stays free for whoever proves it, and it goes with the last client that refers to it, however that went.
 */
const STATEMENTS = [
  'alter table users add column dormant boolean not null default false',
  'drop index users_email',
  'create unique index users_email on users (email) where deleted_at is null and not dormant',
  'create unique index users_dormant_email on users (email) where dormant',
  `alter table users add constraint users_dormant_check
    check (not dormant or (password_hash is null and email_verified_at is null and not super_admin and deleted_at is null))`,
  'alter table clients add column user_id uuid references users (id)',
  'create index clients_user on clients (user_id) where user_id is not null',
  `create function drop_dormant_user() returns trigger language plpgsql as $$
    begin
      delete from users where id = old.user_id and dormant and not exists (select from clients where user_id = old.user_id);
      return null;
    end
  $$`,
  `create trigger clients_left_user after update of user_id on clients
    for each row when (old.user_id is not null and old.user_id is distinct from new.user_id) execute function drop_dormant_user()`,
  `create trigger clients_gone_with_user after delete on clients
    for each row when (old.user_id is not null) execute function drop_dormant_user()`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
