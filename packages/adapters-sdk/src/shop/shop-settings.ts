import { ShopFault } from '@comptoir/core/shop-sync/shop-gateway.js';
import { type Decimal, parseDecimal } from './decimal.js';
import { type Row, textIn } from './row.js';
import { isKnownZone } from './shop-time.js';

/** What a shop is set to, of its `configurations`. */
export interface ShopSettings {
  readonly name: string | null;
  /** As the shop says it, or `UTC`. */
  readonly timezone: string;
  readonly isZoneKnown: boolean;
  readonly languageId: string | null;
  readonly currencyId: string | null;
  readonly countryId: string | null;
  readonly shopId: string | null;
  /** Grams in its unit of weight, and millimetres in its unit of length; null: in none that is known. */
  readonly grams: Decimal | null;
  readonly millimetres: Decimal | null;
  readonly states: StateIds;
  /** Categories that hold all others and are none themselves. */
  readonly rootCategoryIds: readonly string[];
}

export interface StateIds {
  readonly cancelled: string | null;
  /** Of orders whose payment has failed. */
  readonly failed: string | null;
  readonly delivered: string | null;
  readonly shipped: string | null;
  readonly preparing: string | null;
}

export const SETTING_NAMES = [
  'PS_SHOP_NAME',
  'PS_TIMEZONE',
  'PS_LANG_DEFAULT',
  'PS_CURRENCY_DEFAULT',
  'PS_COUNTRY_DEFAULT',
  'PS_SHOP_DEFAULT',
  'PS_WEIGHT_UNIT',
  'PS_DIMENSION_UNIT',
  'PS_OS_CANCELED',
  'PS_OS_ERROR',
  'PS_OS_DELIVERED',
  'PS_OS_SHIPPING',
  'PS_OS_PREPARATION',
  'PS_ROOT_CATEGORY',
  'PS_HOME_CATEGORY',
] as const;

type SettingName = (typeof SETTING_NAMES)[number];

/** Of rows with `name` and `value`. Where there are several of one name, the first is the one of the whole installation. */
export function settingsOf(rows: readonly Row[]): ShopSettings {
  const byName = new Map<string | null, Row>();
  for (const row of rows) if (!byName.has(textIn(row, 'name'))) byName.set(textIn(row, 'name'), row);
  const row = (name: SettingName) => byName.get(name) ?? {};
  const id = (name: SettingName) => /^[1-9]\d{0,9}$/.exec(textIn(row(name), 'value') ?? '')?.[0] ?? null;
  const zone = textIn(row('PS_TIMEZONE'), 'value');
  const isZoneKnown = zone !== null && isKnownZone(zone);
  return {
    name: textIn(row('PS_SHOP_NAME'), 'value'),
    timezone: isZoneKnown ? zone : 'UTC',
    isZoneKnown,
    languageId: id('PS_LANG_DEFAULT'),
    currencyId: id('PS_CURRENCY_DEFAULT'),
    countryId: id('PS_COUNTRY_DEFAULT'),
    shopId: id('PS_SHOP_DEFAULT'),
    grams: unitOf(GRAMS, textIn(row('PS_WEIGHT_UNIT'), 'value')),
    millimetres: unitOf(MILLIMETRES, textIn(row('PS_DIMENSION_UNIT'), 'value')),
    states: {
      cancelled: id('PS_OS_CANCELED'),
      failed: id('PS_OS_ERROR'),
      delivered: id('PS_OS_DELIVERED'),
      shipped: id('PS_OS_SHIPPING'),
      preparing: id('PS_OS_PREPARATION'),
    },
    rootCategoryIds: [id('PS_ROOT_CATEGORY'), id('PS_HOME_CATEGORY')].filter((each) => each !== null),
  };
}

const GRAMS: Readonly<Record<string, string>> = { g: '1', kg: '1000', lb: '453.59237', lbs: '453.59237', oz: '28.349523125' };
const MILLIMETRES: Readonly<Record<string, string>> = { mm: '1', cm: '10', dm: '100', m: '1000', in: '25.4', ft: '304.8' };

function unitOf(units: Readonly<Record<string, string>>, unit: string | null): Decimal | null {
  const key = unit?.toLowerCase() ?? '';
  return Object.hasOwn(units, key) ? parseDecimal(units[key] ?? '') : null;
}

/** Without it a cancelled order would be taken for one that is waiting. */
export function cancelledState({ states }: ShopSettings): string {
  if (states.cancelled !== null) return states.cancelled;
  throw new ShopFault('unusable', 'The shop does not say which of its states is the cancelled one (PS_OS_CANCELED).');
}
