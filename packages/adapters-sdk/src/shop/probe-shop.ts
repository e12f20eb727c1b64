import type { StopSignal } from '@comptoir/core/kit/stop-signal.js';
import { ShopFault, type ShopProbe } from '@comptoir/core/shop-sync/shop-gateway.js';
import type { AnswerHeads } from './answer-heads.js';
import { textIn } from './row.js';
import type { ShopReads } from './shop-reads.js';
import { type ShopSettings, settingsOf } from './shop-settings.js';

/** All that is ever read of a shop. */
const RESOURCES = [
  'configurations',
  'orders',
  'order_details',
  'order_states',
  'customers',
  'addresses',
  'products',
  'combinations',
  'product_option_values',
  'stock_availables',
  'product_suppliers',
  'suppliers',
  'manufacturers',
  'categories',
  'carriers',
  'currencies',
  'languages',
  'countries',
  'states',
  'taxes',
  'tax_rules',
] as const;

const CLOCK_AHEAD_MAX_MS = 300_000;

/** Tries the shop with one small read of each resource, because no list of rights can be read in all versions. */
export async function probeShop(reads: ShopReads, heads: AnswerHeads, isEncrypted: boolean, signal: StopSignal): Promise<ShopProbe> {
  const unreadable = await unreadableOf(reads, signal);
  const settings = unreadable.includes('configurations') ? settingsOf([]) : await reads.settings(signal);
  const clockAheadMs = heads.clockAheadMs();
  const canSort = unreadable.includes('orders') || (await sorts(reads, signal));
  return {
    version: heads.version(),
    name: settings.name,
    timezone: settings.timezone,
    currency: (await codeOf(reads, 'currencies', settings.currencyId, signal))?.toUpperCase() ?? NO_CURRENCY,
    language: (await codeOf(reads, 'languages', settings.languageId, signal))?.toLowerCase() ?? NO_LANGUAGE,
    clockAheadMs,
    unreadable,
    remarks: remarksOn({ settings, clockAheadMs, canSort, isEncrypted, isConfigured: !unreadable.includes('configurations') }),
  };
}

/** ISO 4217 and BCP 47 have words for what is not known. */
const NO_CURRENCY = 'XXX';
const NO_LANGUAGE = 'und';

/** One after the other: a host that counts refusals is not to see them all at once. */
async function unreadableOf(reads: ShopReads, signal: StopSignal): Promise<readonly string[]> {
  const unreadable: string[] = [];
  for (const resource of RESOURCES) {
    try {
      await reads.list(resource, { limit: '1' }, { signal, patience: 'patient' });
    } catch (fault) {
      if (!(fault instanceof ShopFault) || fault.kind !== 'unreadable') throw fault;
      unreadable.push(resource);
    }
  }
  return unreadable;
}

/** A shop that cannot sort answers with nothing, or an error, and says nothing about it. */
async function sorts(reads: ShopReads, signal: StopSignal): Promise<boolean> {
  const list = (query: Readonly<Record<string, string>>) => reads.list('orders', { ...query, limit: '1' }, { signal, patience: 'once' });
  try {
    return (await list({ sort: '[id_DESC]' })).length > 0 || (await list({})).length === 0;
  } catch (fault) {
    if (fault instanceof ShopFault) return false;
    throw fault;
  }
}

async function codeOf(reads: ShopReads, resource: string, id: string | null, signal: StopSignal): Promise<string | null> {
  const row = (await reads.knownReadable(resource, [id], signal))?.get(id ?? '');
  return row === undefined ? null : textIn(row, 'iso_code');
}

interface Seen {
  readonly settings: ShopSettings;
  readonly clockAheadMs: number;
  readonly canSort: boolean;
  readonly isEncrypted: boolean;
  readonly isConfigured: boolean;
}

function remarksOn({ settings, clockAheadMs, canSort, isEncrypted, isConfigured }: Seen): readonly string[] {
  const remarks: readonly (readonly [boolean, string])[] = [
    [!isEncrypted, 'The connection is not encrypted: whoever is on the way can read the key and all customers. Use https.'],
    [Math.abs(clockAheadMs) > CLOCK_AHEAD_MAX_MS, 'The clock of the shop is off by more than five minutes.'],
    [!canSort, 'The shop cannot sort its lists. Nothing here needs that; other programs may.'],
    [isConfigured && !settings.isZoneKnown, 'The time zone of the shop is not known; its times are taken for UTC.'],
    [
      isConfigured && settings.states.cancelled === null,
      'The shop does not say which of its states is the cancelled one (PS_OS_CANCELED).',
    ],
    [
      isConfigured && settings.countryId === null,
      'The shop has no country (PS_COUNTRY_DEFAULT), so the taxes of its products are unknown.',
    ],
  ];
  return remarks.filter(([holds]) => holds).map(([, remark]) => remark);
}
