import { DomainError } from '@comptoir/core/kit/errors.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import type { Vendor } from '@comptoir/core/vendors/vendor.js';
import type { VendorStore } from '@comptoir/core/vendors/vendor-store.js';
import { sql } from 'kysely';
import type { Handle } from '../kit/database-handle.js';
import { asInUse, asUnknownRecord } from '../kit/db-errors.js';
import { jsonText } from '../kit/json.js';
import { uuidOf } from '../kit/uuids.js';
import { isAmong, ofSite } from './vendor-conditions.js';
import { vendorOf, vendorRowOf } from './vendor-rows.js';

export function makeKyselyVendors(db: Handle): VendorStore {
  return {
    async create(scope, vendor) {
      await insert(db, scope, [vendor]);
      return vendor;
    },

    createAll: (scope, vendors) => insert(db, scope, vendors),

    async change(scope, id, decide) {
      const [before] = await lock(db, scope, [id]);
      if (before === undefined) throw new DomainError('unknown_record');
      const after = decide(before);
      if (after !== before) await update(db, scope, [after]);
      return after;
    },

    async changeAll(scope, ids, decide) {
      const changes = (await lock(db, scope, ids)).map((before) => ({ before, after: decide(before) }));
      const changed = changes.filter(({ before, after }) => after !== before);
      await update(
        db,
        scope,
        changed.map(({ after }) => after),
      );
      return changes.map(({ after }) => after);
    },

    async delete(scope, id) {
      const { numDeletedRows } = await db
        .deleteFrom('vendors')
        .where(ofSite(scope))
        .where('id', '=', uuidOf(id))
        .executeTakeFirstOrThrow()
        .catch(asInUse);
      return numDeletedRows > 0n;
    },

    async handOver(scope, fromId, intoId, at) {
      await db
        .updateTable('vendors')
        .set({ merged_into: uuidOf(intoId) })
        .where(ofSite(scope))
        .where('merged_into', '=', uuidOf(fromId))
        .execute()
        .catch(asUnknownRecord);
      const { numUpdatedRows } = await db
        .updateTable('items')
        .set(({ eb }) => ({ default_vendor_id: uuidOf(intoId), updated_at: at, version: eb('version', '+', 1) }))
        .where(ofSite(scope))
        .where('default_vendor_id', '=', uuidOf(fromId))
        .executeTakeFirstOrThrow()
        .catch(asUnknownRecord);
      return Number(numUpdatedRows);
    },
  };
}

/** In the order of their ids, so that nobody waits in a circle. */
async function lock(db: Handle, scope: Scope, ids: readonly string[]): Promise<readonly Vendor[]> {
  const rows = await db.selectFrom('vendors').selectAll().where(ofSite(scope)).where(isAmong(ids)).orderBy('id').forNoKeyUpdate().execute();
  return rows.map(vendorOf);
}

/** One statement with one parameter, however many there are. */
async function insert(db: Handle, scope: Scope, vendors: readonly Vendor[]): Promise<void> {
  const rows = vendors.map((vendor) => vendorRowOf(scope, vendor));
  const [first] = rows;
  if (first === undefined) return;
  const columns = sql.join(Object.keys(first).map((column) => sql.ref(column)));
  await sql`
    insert into vendors (${columns})
    select ${columns} from jsonb_populate_recordset(null::vendors, ${jsonText(rows)}::jsonb)`
    .execute(db)
    .catch(asUnknownRecord);
}

async function update(db: Handle, scope: Scope, vendors: readonly Vendor[]): Promise<void> {
  const rows = vendors.map((vendor) => vendorRowOf(scope, vendor));
  const [first] = rows;
  if (first === undefined) return;
  const columns = Object.keys(first);
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const values = sql.join(columns.map((column) => sql.ref(`changed.${column}`)));
  await sql`
    update vendors set (${names}) = row (${values})
    from jsonb_populate_recordset(null::vendors, ${jsonText(rows)}::jsonb) changed
    where vendors.tenant_id = changed.tenant_id and vendors.site_id = changed.site_id and vendors.id = changed.id`
    .execute(db)
    .catch(asUnknownRecord);
}
