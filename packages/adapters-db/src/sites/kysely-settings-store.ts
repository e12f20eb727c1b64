import type { SettingsStore, SettingsViews } from '@comptoir/core/sites/settings-store.js';
import type { Handle } from '../kit/database-handle.js';
import { json } from '../kit/json.js';

export function makeKyselySettings(db: Handle): SettingsStore & SettingsViews {
  return {
    async get({ tenantId, siteId }, key) {
      const row = await db
        .selectFrom('site_settings')
        .select('value')
        .where('tenant_id', '=', tenantId)
        .where('site_id', '=', siteId)
        .where('key', '=', key)
        .executeTakeFirst();
      return row?.value;
    },

    async set({ tenantId, siteId }, key, value) {
      if (value === undefined) {
        await db
          .deleteFrom('site_settings')
          .where('tenant_id', '=', tenantId)
          .where('site_id', '=', siteId)
          .where('key', '=', key)
          .execute();
        return;
      }
      await db
        .insertInto('site_settings')
        .values({ tenant_id: tenantId, site_id: siteId, key, value: json(value) })
        .onConflict((conflict) => conflict.columns(['tenant_id', 'site_id', 'key']).doUpdateSet({ value: json(value) }))
        .execute();
    },

    async list({ tenantId, siteId }) {
      const rows = await db
        .selectFrom('site_settings')
        .select(['key', 'value'])
        .where('tenant_id', '=', tenantId)
        .where('site_id', '=', siteId)
        .orderBy('key')
        .execute();
      return new Map(rows.map(({ key, value }) => [key, value]));
    },

    async sitesWith(key) {
      const rows = await db.selectFrom('site_settings').select(['tenant_id', 'site_id']).where('key', '=', key).execute();
      return rows.map(({ tenant_id: tenantId, site_id: siteId }) => ({ tenantId, siteId }));
    },
  };
}
