import type { Carrier, Configuration, Country, Currency, Language, State } from '../data/model.js';
import { fieldsOf } from './field.js';
import type { Resource } from './resource.js';

/** Languages, money, places, carriers, and the configuration. */

const c = fieldsOf<Country>();
const s = fieldsOf<State>();
const m = fieldsOf<Currency>();
const l = fieldsOf<Language>();
const k = fieldsOf<Carrier>();
const v = fieldsOf<Configuration>();

export const countries: Resource<Country> = {
  name: 'countries',
  node: 'country',
  fields: [
    c.id(),
    c.int('id_zone', (_) => 1),
    c.int('id_currency', (_) => 0),
    c.int('call_prefix', (_) => 33),
    c.text('iso_code', (r) => r.iso),
    c.flag('active', (_) => true),
    c.flag('contains_states', (r) => r.hasStates),
    c.flag('need_identification_number', (_) => false),
    c.flag('need_zip_code', (_) => true),
    c.text('zip_code_format', (_) => 'NNNNN'),
    c.flag('display_tax_label', (_) => true),
    c.local('name', (r) => r.name),
  ],
  associations: [],
  all: (db) => db.countries.all(),
  byId: (db, id) => db.countries.get(id),
};

export const states: Resource<State> = {
  name: 'states',
  node: 'state',
  fields: [
    s.id(),
    s.int('id_zone', (_) => 2),
    s.int('id_country', (r) => r.countryId),
    s.text('iso_code', (r) => r.iso),
    s.text('name', (r) => r.name),
    s.int('tax_behavior', (_) => 0, { to: '1.6' }),
    s.flag('active', (_) => true),
  ],
  associations: [],
  all: (db) => db.states.all(),
  byId: (db, id) => db.states.get(id),
  indexes: { id_country: (db, id) => db.states.group(id) },
};

export const currencies: Resource<Currency> = {
  name: 'currencies',
  node: 'currency',
  fields: [
    m.id(),
    m.local('names', (r) => [r.name, r.name], { from: '1.7.8' }),
    m.text('name', (r) => r.name),
    m.text('iso_code', (r) => r.iso),
    m.text('iso_code_num', (r) => r.isoNumber, { to: '1.6' }),
    m.text('sign', (r) => r.sign, { to: '1.6' }),
    m.flag('blank', (_) => true, { to: '1.6' }),
    m.int('format', (_) => 2, { to: '1.6' }),
    m.flag('decimals', (_) => true, { to: '1.6' }),
    m.int('decimal_places', (_) => 2, { to: '1.6' }),
    m.local('symbol', (r) => [r.sign, r.sign], { from: '1.7.8' }),
    m.text('numeric_iso_code', (r) => r.isoNumber, { from: '1.7.8' }),
    m.int('precision', (_) => 2, { from: '1.7.8' }),
    m.money('conversion_rate', (r) => r.rate),
    m.flag('deleted', (_) => false),
    m.flag('active', (_) => true),
    m.flag('unofficial', (_) => false, { from: '1.7.8' }),
    m.flag('modified', (_) => false, { from: '1.7.8' }),
    m.local('pattern', (_) => ['', ''], { from: '1.7.8' }),
  ],
  associations: [],
  all: (db) => db.currencies.all(),
  byId: (db, id) => db.currencies.get(id),
};

export const languages: Resource<Language> = {
  name: 'languages',
  node: 'language',
  fields: [
    l.id(),
    l.text('name', (r) => r.name),
    l.text('iso_code', (r) => r.iso),
    l.text('locale', (r) => r.locale, { from: '1.7.8' }),
    l.text('language_code', (r) => r.locale.toLowerCase()),
    l.flag('active', (_) => true),
    l.flag('is_rtl', (_) => false),
    l.text('date_format_lite', (_) => 'd/m/Y'),
    l.text('date_format_full', (_) => 'd/m/Y H:i:s'),
  ],
  associations: [],
  all: (db) => db.languages.all(),
  byId: (db, id) => db.languages.get(id),
};

export const carriers: Resource<Carrier> = {
  name: 'carriers',
  node: 'carrier',
  fields: [
    k.id(),
    k.flag('deleted', (r) => r.deleted),
    k.flag('is_module', (_) => false),
    k.int('id_tax_rules_group', (_) => 1, { to: '1.7.8' }),
    k.int('id_reference', (r) => r.referenceId),
    k.text('name', (r) => r.name),
    k.flag('active', (_) => true),
    k.flag('is_free', (_) => false),
    k.text('url', (_) => ''),
    k.local('delay', (_) => ['Delivery next day!', 'Livré demain !']),
  ],
  associations: [],
  all: (db) => db.carriers.all(),
  byId: (db, id) => db.carriers.get(id),
};

/** Values that differ by language are elsewhere (`translated_configurations`). */
export const configurations: Resource<Configuration> = {
  name: 'configurations',
  node: 'configuration',
  fields: [
    v.id(),
    v.shown('value', (r) => r.value),
    v.text('name', (r) => r.name),
    v.int('id_shop_group', (_) => 0),
    v.int('id_shop', (_) => 0),
    v.moment('date_add', (r) => r.dateAdd),
    v.moment('date_upd', (r) => r.dateUpd),
  ],
  associations: [],
  all: (db) => db.configurations.all(),
  byId: (db, id) => db.configurations.get(id),
};
