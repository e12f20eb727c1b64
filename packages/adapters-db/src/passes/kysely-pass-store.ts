import { DomainError } from '@comptoir/core/kit/errors.js';
import { idCursorPage, readIdCursor } from '@comptoir/core/kit/id-cursor.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import type { Pass, PassUse } from '@comptoir/core/passes/pass.js';
import type { PassOnDay, PassStore, PassViews } from '@comptoir/core/passes/pass-store.js';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Handle } from '../kit/database-handle.js';
import { asUnknownRecord } from '../kit/db-errors.js';
import { readPage } from '../kit/read-page.js';
import { makeKyselyVersionedStore, makeKyselyVersionedViews, versionedRows } from '../kit/versioned-store.js';
import { PASSES, type PassUseTable } from './pass-rows.js';

export function makeKyselyPasses(db: Handle): PassStore {
  const { create, change } = makeKyselyVersionedStore(db, PASSES);
  const { tableName, ofSite, selected, read } = versionedRows<Pass>(db, PASSES);

  async function lock(scope: Scope, which: RawBuilder<unknown>, day: string): Promise<PassOnDay | null> {
    const [pass] = await read(sql`select ${selected} from ${tableName} where ${ofSite(scope)} and ${which} for update`);
    if (pass === undefined) return null;
    return { pass, usedOnDay: (await usesOn(db, scope, day, [pass.id])).get(pass.id) ?? 0 };
  }

  return {
    create,
    change,
    lock: (scope, passId, day) => lock(scope, sql`id = ${passId}`, day),
    lockByCode: (scope, code, day) => lock(scope, sql`code = ${code}`, day),

    async addUse(scope, { id, passId, at, day, gate, entries, annuls, actor }) {
      const { rows } =
        await sql`update ${tableName} set used = used + ${entries}::int where ${ofSite(scope)} and id = ${passId} returning id`.execute(db);
      if (rows.length === 0) throw new DomainError('unknown_record');
      const { tenantId, siteId } = scope;
      await db
        .insertInto('pass_uses')
        .values({ tenant_id: tenantId, site_id: siteId, id, pass_id: passId, at, day, gate, entries, annuls, actor })
        .execute()
        .catch(asUnknownRecord);
    },

    async takeBack(scope, useId, { id, at, actor }) {
      const { rows } = await sql`
        with back as (
          insert into pass_uses (tenant_id, site_id, id, pass_id, at, day, gate, entries, annuls, actor)
          select tenant_id, site_id, ${id}, pass_id, ${at}, day, gate, -1, id, ${actor} from pass_uses
          where ${ofSite(scope)} and id = ${useId} and entries = 1
          on conflict (tenant_id, site_id, annuls) do nothing
          returning pass_id
        )
        update ${tableName} set used = used - 1 where ${ofSite(scope)} and id = (select pass_id from back) returning id`.execute(db);
      return rows.length > 0;
    },
  };
}

export function makeKyselyPassViews(db: Handle): PassViews {
  const { get, list } = makeKyselyVersionedViews(db, PASSES);
  const { tableName, ofSite, selected, read } = versionedRows<Pass>(db, PASSES);
  return {
    get,
    list,
    async listAfter(scope, { cursor, limit }) {
      const last = readIdCursor(cursor);
      const after = last === null ? sql`true` : sql`id collate "C" < ${last}`;
      const rows = await read(
        sql`select ${selected} from ${tableName} where ${ofSite(scope)} and ${after} order by id collate "C" desc limit ${limit + 1}`,
      );
      return idCursorPage(rows, limit);
    },
    ofEmail: (scope, email) =>
      read(sql`
        select ${selected} from ${tableName} where ${ofSite(scope)} and owner ->> 'email' = ${email} order by id collate "C" desc`),
    async uses({ tenantId, siteId }, passId, page) {
      const found = db
        .selectFrom('pass_uses')
        .selectAll()
        .where('tenant_id', '=', tenantId)
        .where('site_id', '=', siteId)
        .where('pass_id', '=', passId)
        .orderBy('at', 'desc')
        .orderBy(sql`id collate "C"`, 'desc');
      const { items, ...rest } = await readPage(found, page);
      return { ...rest, items: items.map(useOf) };
    },
    async standing(scope, { day, after, limit }) {
      const rest = after === null ? sql`true` : sql`id collate "C" > ${after}`;
      const passes = await read(sql`
        select ${selected} from ${tableName} where ${ofSite(scope)} and ${rest} and (valid_until is null or valid_until >= ${day})
        order by id collate "C" limit ${limit}`);
      const used = await usesOn(
        db,
        scope,
        day,
        passes.map(({ id }) => id),
      );
      return passes.map((pass) => ({ pass, usedOnDay: used.get(pass.id) ?? 0 }));
    },
  };
}

async function usesOn(
  db: Handle,
  { tenantId, siteId }: Scope,
  day: string,
  passIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (passIds.length === 0) return new Map();
  const { rows } = await sql<{ id: string; entries: number }>`
    select pass_id as id, sum(entries)::int as entries from pass_uses
    where tenant_id = ${tenantId} and site_id = ${siteId} and day = ${day}
      and pass_id = any (array(select jsonb_array_elements_text(${JSON.stringify(passIds)}::jsonb)))
    group by pass_id`.execute(db);
  return new Map(rows.map(({ id, entries }) => [id, entries]));
}

function useOf({ id, pass_id, at, day, gate, entries, annuls, actor }: Selectable<PassUseTable>): PassUse {
  return { id, passId: pass_id, at, day, gate, entries, annuls, actor };
}
