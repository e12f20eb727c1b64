import { type Kysely, sql } from 'kysely';

/**
 * The fiscal journal: append-only for everybody, the owner of the tables included. What such an owner does by switching the triggers off shows in the
 * chains. A chain's end only ever moves on.
 */
const STATEMENTS = [
  `create table journal_entries (
    tenant_id uuid not null,
    site_id uuid not null,
    register text collate "C" not null,
    type text collate "C" not null check (type in ('sale', 'copy', 'closure', 'event', 'training')),
    number bigint not null check (number > 0),
    at timestamptz(3) not null,
    snapshot text not null,
    previous text not null,
    digest text not null check (digest ~ '^[0-9a-f]{64}$'),
    signature text not null,
    key_id text not null,
    primary key (tenant_id, site_id, register, type, number),
    foreign key (tenant_id, site_id) references sites (tenant_id, id),
    check ((number = 1) = (previous = ''))
  )`,
  'create index journal_entries_at on journal_entries (site_id, at)',
  `create table journal_heads (
    tenant_id uuid not null,
    site_id uuid not null,
    register text collate "C" not null,
    type text collate "C" not null,
    number bigint not null check (number > 0),
    link text not null check (link ~ '^[0-9a-f]{64}$'),
    state text not null,
    seal text not null,
    key_id text not null,
    primary key (tenant_id, site_id, register, type),
    foreign key (tenant_id, site_id) references sites (tenant_id, id)
  )`,
  `create function refuse_journal_change() returns trigger language plpgsql as $$
    begin
      raise exception 'The journal is append-only: % is refused.', lower(tg_op) using errcode = 'insufficient_privilege';
    end
  $$`,
  `create trigger journal_entries_append_only before update or delete or truncate on journal_entries
    for each statement execute function refuse_journal_change()`,
  `create trigger journal_heads_stay before delete or truncate on journal_heads
    for each statement execute function refuse_journal_change()`,
  `create function journal_head_moves_on() returns trigger language plpgsql as $$
    begin
      if new.number < old.number or (new.tenant_id, new.site_id, new.register, new.type) <> (old.tenant_id, old.site_id, old.register, old.type) then
        raise exception 'The end of a chain only moves on.' using errcode = 'insufficient_privilege';
      end if;
      return new;
    end
  $$`,
  'create trigger journal_heads_move_on before update on journal_heads for each row execute function journal_head_moves_on()',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
