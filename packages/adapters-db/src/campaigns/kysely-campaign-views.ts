import { type CampaignViews, type CountedCampaign, sumRecipients } from '@comptoir/core/campaigns/campaign-store.js';
import type { RecipientState } from '@comptoir/core/campaigns/recipient.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { sql } from 'kysely';
import type { Handle } from '../kit/database-handle.js';
import { readPage } from '../kit/read-page.js';
import { hasWantedWords } from '../kit/search-words.js';
import { startsWith } from '../kit/starts-with.js';
import { uuidOf } from '../kit/uuids.js';
import { CAMPAIGN_COLUMNS, type CampaignRow, campaignOf } from './campaign-rows.js';
import { RECIPIENT_COLUMNS, recipientsOfClient } from './recipients-of-client.js';

export function makeKyselyCampaignViews(db: Handle): CampaignViews {
  const campaigns = ({ tenantId, siteId }: Scope) =>
    db.selectFrom('campaigns').where('tenant_id', '=', tenantId).where('site_id', '=', siteId);

  return {
    async get(scope, id) {
      const row = await campaigns(scope).select(CAMPAIGN_COLUMNS).where('id', '=', uuidOf(id)).executeTakeFirst();
      return row === undefined ? null : ((await counted(db, scope, [row]))[0] ?? null);
    },

    async list(scope, { status, tagId, search, ...page }) {
      const query = campaigns(scope)
        .select(CAMPAIGN_COLUMNS)
        .where(hasWantedWords(sql.ref('search_words'), search))
        .$if(status !== undefined, (query_) => query_.where('status', '=', status ?? 'draft'))
        .$if(tagId !== undefined, (query_) => query_.where(sql<boolean>`${tagId ?? ''} = any(tags)`));
      const { items, ...rest } = await readPage(query.orderBy('created_at', 'desc').orderBy('id', 'desc'), page);
      return { items: await counted(db, scope, items), ...rest };
    },

    async content(scope, id) {
      const row = await campaigns(scope).select('content').where('id', '=', uuidOf(id)).executeTakeFirst();
      return row?.content ?? [];
    },

    async activity({ tenantId, siteId }, id, { state, search, ...page }) {
      const query = db
        .selectFrom('campaign_recipients')
        .select(RECIPIENT_COLUMNS)
        .where('tenant_id', '=', tenantId)
        .where('site_id', '=', siteId)
        .where('campaign_id', '=', uuidOf(id))
        .where(startsWith(sql.ref('address'), search))
        .$if(state !== undefined, (query_) => query_.where('state', '=', state ?? 'sent'));
      return readPage(query.orderBy('changed_at', 'desc').orderBy(sql`address collate "C"`), page);
    },

    ofClient: (scope, clientId, email) => recipientsOfClient(db, scope, clientId, email),
  };
}

interface CountRow {
  readonly id: string;
  readonly state: RecipientState;
  readonly count: number;
  readonly unsubscribed: number;
}

async function counted(db: Handle, { tenantId, siteId }: Scope, rows: readonly CampaignRow[]): Promise<CountedCampaign[]> {
  const { rows: counts } = await sql<CountRow>`
    select campaign_id as id, state, count(*) as count, count(unsubscribed_at) as unsubscribed from campaign_recipients
    where tenant_id = ${tenantId} and site_id = ${siteId} and campaign_id = any(${rows.map(({ id }) => id)}::uuid[])
    group by campaign_id, state`.execute(db);
  return rows.map((row) => ({ ...campaignOf(row), counts: sumRecipients(counts.filter(({ id }) => id === row.id)) }));
}
