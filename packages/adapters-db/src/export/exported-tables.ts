import { SETTINGS } from '@comptoir/core/settings/settings-inventory.js';

/** A table whose rows of an establishment are exported. */
export interface ExportedTable {
  readonly name: string;
  /**
   * What orders its rows, with the types of the expressions: unique within the establishment, and such that a row that others of the same
   * table refer to comes before them.
   */
  readonly key: readonly (readonly [expression: string, type: string])[];
  /** How its rows are known to be of the establishment; left out: by `tenant_id` and `site_id`. */
  readonly of?: 'itself' | 'tenant' | 'order';
  /** Columns that stay behind: they refer to what does. */
  readonly without?: readonly string[];
  /** Only rows of which this holds. */
  readonly only?: string;
  /** The row in place of `to_jsonb(row)`. */
  readonly as?: string;
}

const byId = (name: string, type: 'text' | 'uuid', more: Partial<ExportedTable> = {}): ExportedTable => ({
  name,
  key: [['id', type]],
  ...more,
});
const secretSettings = SETTINGS.filter(({ secret }) => secret).map(({ key }) => `'${key}'`);

/**
 * Every table that holds records of an establishment: one line each. What a table refers to stands before it. A table that is made later joins
 * this list, or `NOT_EXPORTED` with its reason: a test asks for it.
 */
export const EXPORTED: readonly ExportedTable[] = [
  byId('tenants', 'uuid', { of: 'tenant' }),
  byId('sites', 'uuid', { of: 'itself' }),
  { name: 'site_hosts', key: [['host', 'text']] },
  { name: 'site_settings', key: [['key', 'text']], only: `key not in (${secretSettings.join(', ')})` },
  byId('tax_rates', 'text'),
  byId('categories', 'text'),
  {
    name: 'vendors',
    key: [
      ['merged_into is not null', 'boolean'],
      ['id', 'uuid'],
    ],
    as: `to_jsonb(t) || jsonb_build_object('data', t.data - 'portal')`,
  },
  byId('items', 'text'),
  {
    name: 'item_variants',
    key: [
      ['item_id', 'text'],
      ['id', 'text'],
    ],
  },
  {
    name: 'item_codes',
    key: [
      ['kind', 'text'],
      ['code', 'text'],
    ],
  },
  {
    name: 'stock_levels',
    key: [
      ['item_id', 'text'],
      ['variant_id', 'text'],
    ],
  },
  byId('stock_actions', 'uuid'),
  {
    name: 'reorder_suggestions',
    key: [
      ['item_id', 'text'],
      ['variant_id', 'text'],
    ],
  },
  {
    name: 'shop_links',
    key: [
      ['entity', 'text'],
      ['external_id', 'text'],
    ],
  },
  byId('shipping_zones', 'text'),
  byId('shipping_methods', 'text'),
  byId('clients', 'uuid', { without: ['user_id'] }),
  {
    name: 'client_events',
    key: [
      ['client_id', 'uuid'],
      ['sequence', 'bigint'],
    ],
  },
  byId('client_notes', 'uuid'),
  byId('coupons', 'text'),
  { name: 'order_counters', key: [['service_day', 'date']] },
  { name: 'pickup_slots', key: [['starts_at', 'timestamptz']] },
  byId('orders', 'text'),
  {
    name: 'order_lines',
    key: [
      ['order_id', 'text'],
      ['position', 'int'],
    ],
    of: 'order',
  },
  {
    name: 'order_events',
    key: [
      ['order_id', 'text'],
      ['sequence', 'int'],
    ],
    of: 'order',
  },
  {
    name: 'order_notes',
    key: [
      ['order_id', 'text'],
      ['id', 'uuid'],
    ],
    of: 'order',
  },
  byId('order_payments', 'uuid'),
  byId('goods_returns', 'uuid'),
  byId('order_refunds', 'uuid'),
  byId('parcels', 'uuid'),
  byId('payments', 'text'),
  byId('coupon_redemptions', 'text'),
  {
    name: 'invoice_series',
    key: [
      ['kind', 'text'],
      ['series', 'text'],
    ],
  },
  {
    name: 'invoices',
    key: [
      ['credited_id is not null', 'boolean'],
      ['id', 'uuid'],
    ],
  },
  byId('invoice_payments', 'uuid'),
  byId('recurring_invoices', 'uuid'),
  {
    name: 'recurring_invoice_runs',
    key: [
      ['recurring_id', 'uuid'],
      ['period', 'date'],
    ],
  },
  byId('till_registers', 'uuid'),
  byId('till_shifts', 'uuid'),
  byId('till_cash_movements', 'uuid'),
  { name: 'sale_counters', key: [['site_id', 'uuid']] },
  { name: 'sales', key: [['number', 'bigint']] },
  {
    name: 'sale_copies',
    key: [
      ['sale_id', 'uuid'],
      ['number', 'int'],
    ],
  },
  {
    name: 'journal_entries',
    key: [
      ['register', 'text'],
      ['type', 'text'],
      ['number', 'bigint'],
    ],
  },
  {
    name: 'journal_heads',
    key: [
      ['register', 'text'],
      ['type', 'text'],
    ],
  },
  byId('journal_archives', 'uuid'),
  byId('newsletter_subscribers', 'uuid'),
  { name: 'mail_suppressions', key: [['address_hash', 'bytea']] },
  byId('segments', 'uuid'),
  byId('email_templates', 'uuid'),
  byId('campaign_tags', 'uuid'),
  byId('campaigns', 'uuid'),
  {
    name: 'campaign_recipients',
    key: [
      ['campaign_id', 'uuid'],
      ['address', 'text'],
    ],
  },
  byId('kb_categories', 'text'),
  {
    name: 'kb_category_slugs',
    key: [
      ['slug', 'text'],
      ['language', 'text'],
    ],
  },
  byId('kb_articles', 'text'),
  {
    name: 'kb_article_slugs',
    key: [
      ['slug', 'text'],
      ['language', 'text'],
    ],
  },
  byId('offers', 'text'),
  byId('ticket_sessions', 'text'),
  { name: 'bookings', key: [['order_id', 'text']] },
  byId('tickets', 'text'),
  byId('visitor_groups', 'text'),
  byId('passes', 'text'),
  {
    name: 'pass_uses',
    key: [
      ['annuls is not null', 'boolean'],
      ['id', 'text'],
    ],
  },
  byId('access_gates', 'uuid'),
  byId('access_scans', 'uuid'),
  {
    name: 'access_counts',
    key: [
      ['day', 'date'],
      ['gate', 'text'],
      ['hour', 'smallint'],
    ],
  },
  byId('attendance_counts', 'uuid'),
  byId('audit_entries', 'uuid'),
];

const OF_THE_HOST = 'of the host, not of an establishment';
const OF_PEOPLE = 'of people and how they sign in, not of an establishment';
const SECRET = 'holds hashes of secrets, which are made anew';
const QUEUED = 'work under way, which is done where it was queued';
const SHORT = 'is kept for a moment or a day only';
const OF_A_LINK = 'is of a link with an online shop, whose secret is made anew, and with it the link';
const OF_AN_INTEGRATOR = 'is of the endpoint of an integrator, whose secret is made anew, and with it the endpoint';
const OF_A_SYNC = 'tells of runs with an online shop that is connected anew';

/**
 * Every other table, and why it stays behind.
 * @public held to the schema by a test
 */
export const NOT_EXPORTED: Readonly<Record<string, string>> = {
  acme_challenges: OF_THE_HOST,
  acme_orders: OF_THE_HOST,
  api_key_uses: SECRET,
  api_keys: SECRET,
  certificates: OF_THE_HOST,
  drift_reports: OF_A_SYNC,
  idempotency_keys: SHORT,
  invoice_links: SECRET,
  member_assignments: OF_PEOPLE,
  members: OF_PEOPLE,
  one_time_tokens: OF_PEOPLE,
  order_tallies: 'is counted from the orders',
  order_tally_marks: 'is counted from the orders',
  order_words: 'is written from the orders',
  photos: 'names files, which are copied with the data directory',
  provider_accounts: OF_PEOPLE,
  queue_dead_letters: QUEUED,
  queue_messages: QUEUED,
  queue_names: QUEUED,
  queue_workers: OF_THE_HOST,
  rate_limits: SHORT,
  sandbox_checkouts: 'is of the test payment provider',
  schedule_runs: OF_THE_HOST,
  schedules: OF_THE_HOST,
  sessions: OF_PEOPLE,
  shop_webhook_logs: OF_A_SYNC,
  shop_webhook_paces: SHORT,
  shop_webhook_turns: QUEUED,
  site_generations: OF_THE_HOST,
  sync_calls: OF_A_LINK,
  sync_deliveries: OF_A_LINK,
  sync_links: OF_A_LINK,
  sync_movements: OF_A_LINK,
  sync_quarantine: OF_A_SYNC,
  sync_runs: OF_A_SYNC,
  tenant_settings: 'is of the whole organisation',
  throttles: SHORT,
  users: OF_PEOPLE,
  vhost_hosts: OF_THE_HOST,
  vhost_lease: OF_THE_HOST,
  vhosts: OF_THE_HOST,
  webhook_deliveries: OF_AN_INTEGRATOR,
  webhook_endpoints: OF_AN_INTEGRATOR,
};
