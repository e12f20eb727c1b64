import type { TenantSettingsStore } from '@comptoir/core/tenants/tenant-store.js';
import { sql } from 'kysely';
import type { Handle } from '../kit/database-handle.js';
import { asUnknownRecord } from '../kit/db-errors.js';
import { json } from '../kit/json.js';
import { uuidOf } from '../kit/uuids.js';

export function makeKyselyTenantSettings(db: Handle): TenantSettingsStore {
  return {
    async get({ tenantId }, key) {
      const row = await db
        .selectFrom('tenant_settings')
        .select('value')
        .where('tenant_id', '=', uuidOf(tenantId))
        .where('key', '=', key)
        .executeTakeFirst();
      return row?.value;
    },

    async set({ tenantId }, key, value) {
      if (value === undefined) {
        await db.deleteFrom('tenant_settings').where('tenant_id', '=', uuidOf(tenantId)).where('key', '=', key).execute();
        return;
      }
      await db
        .insertInto('tenant_settings')
        .values({ tenant_id: uuidOf(tenantId), key, value: json(value) })
        .onConflict((conflict) => conflict.columns(['tenant_id', 'key']).doUpdateSet({ value: json(value) }))
        .execute()
        .catch(asUnknownRecord);
    },

    async list({ tenantId }) {
      const rows = await db
        .selectFrom('tenant_settings')
        .select(['key', 'value'])
        .where('tenant_id', '=', uuidOf(tenantId))
        .orderBy(sql`key collate "C"`)
        .execute();
      return new Map(rows.map(({ key, value }) => [key, value]));
    },
  };
}
