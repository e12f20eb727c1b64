import type { ShopDatabase } from '../data/database.js';
import type { WallTime } from '../data/wall-time.js';
import type { Dialect } from '../dialect.js';
import { stateId } from './order-states.js';

/** What a shop has before it sells anything: languages, money, places, taxes, carriers, and its configuration. */

export const HOME_COUNTRY = 8;
export const ABROAD = 21;

const LANGUAGES = [
  { id: 1, iso: 'en', name: 'English (English)', locale: 'en-US' },
  { id: 2, iso: 'fr', name: 'Français (French)', locale: 'fr-FR' },
] as const;

const COUNTRIES = [
  [1, 'DE', 'Germany', 'Allemagne'],
  [3, 'BE', 'Belgium', 'Belgique'],
  [6, 'ES', 'Spain', 'Espagne'],
  [HOME_COUNTRY, 'FR', 'France', 'France'],
  [10, 'IT', 'Italy', 'Italie'],
  [19, 'CH', 'Switzerland', 'Suisse'],
  [ABROAD, 'US', 'United States', 'États-Unis'],
] as const;

/** In thousandths of a per cent. */
const TAXES = [
  [1, 20_000, true, false],
  [2, 5_500, true, false],
  [3, 10_000, true, false],
  [4, 19_600, false, true],
] as const;

/** Group 4 has rules for other countries only: what its products bear at home is unknown. Group 5 leads to a tax that was deleted. */
const TAX_GROUPS = [
  [1, 'FR Taux standard (20%)', 1],
  [2, 'FR Taux réduit (5.5%)', 2],
  [3, 'FR Taux intermédiaire (10%)', 3],
  [4, 'Export', null],
  [5, 'FR Ancien taux (19.6%)', 4],
] as const;

export interface ShopSettings {
  readonly dialect: Dialect;
  /** IANA. */
  readonly timezone: string;
  readonly name: string;
  /** 1: texts are plain; 2: English and French. */
  readonly languages: 1 | 2;
}

export function addSettings(db: ShopDatabase, settings: ShopSettings, founded: WallTime): void {
  for (const language of LANGUAGES.slice(0, settings.languages)) db.languages.add({ ...language });
  db.currencies.add({ id: 1, iso: 'EUR', isoNumber: '978', name: 'Euro', sign: '€', rate: 1_000_000 });
  db.currencies.add({ id: 2, iso: 'CHF', isoNumber: '756', name: 'Swiss Franc', sign: 'CHF', rate: 950_000 });
  addPlaces(db);
  addTaxes(db, founded);
  db.carriers.add({ id: 1, name: '0', referenceId: 1, deleted: false });
  db.carriers.add({ id: 2, name: 'My carrier', referenceId: 2, deleted: false });
  db.carriers.add({ id: 3, name: 'Slow mail', referenceId: 3, deleted: true });
  addConfiguration(db, settings, founded);
}

function addPlaces(db: ShopDatabase): void {
  for (const [id, iso, english, french] of COUNTRIES) db.countries.add({ id, iso, name: [english, french], hasStates: id === ABROAD });
  db.states.add({ id: 9, countryId: ABROAD, iso: 'FL', name: 'Florida' });
  db.states.add({ id: 32, countryId: ABROAD, iso: 'NY', name: 'New York' });
}

function addTaxes(db: ShopDatabase, founded: WallTime): void {
  for (const [id, rate, active, deleted] of TAXES) {
    db.taxes.add({ id, rate, active, deleted, name: [`VAT FR ${rate / 1000}%`, `TVA FR ${rate / 1000}%`] });
  }
  for (const [id, name, taxId] of TAX_GROUPS) {
    db.taxRuleGroups.add({ id, name, active: true, deleted: false, dateAdd: founded, dateUpd: founded });
    const countries = COUNTRIES.filter(([country]) => (taxId === null ? country !== HOME_COUNTRY : country !== ABROAD));
    for (const [countryId] of countries) {
      db.taxRules.add({ id: db.taxRules.nextId(), groupId: id, countryId, stateId: 0, taxId: taxId ?? 1, behavior: 0 });
    }
  }
}

function addConfiguration(db: ShopDatabase, settings: ShopSettings, founded: WallTime): void {
  const values: readonly (readonly [number, string, string])[] = [
    [1, 'PS_LANG_DEFAULT', '1'],
    [8, 'PS_CURRENCY_DEFAULT', '1'],
    [9, 'PS_COUNTRY_DEFAULT', String(HOME_COUNTRY)],
    [33, 'PS_WEIGHT_UNIT', 'kg'],
    [62, 'PS_TIMEZONE', settings.timezone],
    [105, 'PS_DIMENSION_UNIT', 'cm'],
    [120, 'PS_OS_SHIPPING', String(stateId('shipped', settings.dialect))],
    [121, 'PS_OS_DELIVERED', String(stateId('delivered', settings.dialect))],
    [123, 'PS_OS_CANCELED', String(stateId('cancelled', settings.dialect))],
    [124, 'PS_OS_REFUND', String(stateId('refunded', settings.dialect))],
    [125, 'PS_OS_PREPARATION', String(stateId('processing', settings.dialect))],
    [126, 'PS_OS_ERROR', String(stateId('payment-error', settings.dialect))],
    [230, 'PS_SHOP_NAME', settings.name],
  ];
  for (const [id, name, value] of values) db.configurations.add({ id, name, value, dateAdd: founded, dateUpd: founded });
}
