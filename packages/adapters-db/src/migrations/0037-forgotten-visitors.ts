import { type Kysely, sql } from 'kysely';

/** Groups and passes by the mail address of a person: to forget a client, they are found by it. */
const STATEMENTS = [
  `create index visitor_groups_of_email on visitor_groups ((contact ->> 'email'), site_id) where contact ->> 'email' is not null`,
  `create index passes_of_email on passes ((owner ->> 'email'), site_id) where owner ->> 'email' is not null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
