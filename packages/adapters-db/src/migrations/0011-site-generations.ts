import { type Kysely, sql } from 'kysely';

/** Sites of the edge belong to the host: no tenant. Bounded by the number of hosts with a site. */
const STATEMENTS = [
  `create table site_generations (
    host text primary key,
    generation int not null check (generation > 1)
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
