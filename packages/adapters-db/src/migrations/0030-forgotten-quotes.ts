import { type Kysely, sql } from 'kysely';

/** Quotes that were sent are never changed either, but who they were made out to can be forgotten: no law wants them kept. */
const STATEMENTS = [
  `create or replace function refuse_issued_change() returns trigger language plpgsql as $$
    declare
      -- What happens to it afterwards; and what the database itself works out of the rest, after this.
      life constant text[] := array['status', 'paid_cents', 'credited_cents', 'sent_at', 'version', 'credited_id'];
      person constant text[] := array['buyer', 'buyer_name', 'reference', 'note', 'search_words'];
      free text[] := life;
    begin
      if tg_op = 'DELETE' and old.status = 'draft' then
        return old;
      end if;
      if old.kind = 'quote' then
        free := life || person;
      end if;
      if tg_op = 'UPDATE' and (old.status = 'draft' or (new.status <> 'draft' and to_jsonb(new) - free = to_jsonb(old) - free)) then
        return new;
      end if;
      raise exception 'What is issued is never changed: % is refused.', lower(tg_op) using errcode = 'insufficient_privilege';
    end
  $$`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
