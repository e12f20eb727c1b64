import type { Tax, TaxRule, TaxRuleGroup } from '../data/model.js';
import { fieldsOf } from './field.js';
import type { Resource } from './resource.js';

const t = fieldsOf<Tax>();
const g = fieldsOf<TaxRuleGroup>();
const r = fieldsOf<TaxRule>();

export const taxes: Resource<Tax> = {
  name: 'taxes',
  node: 'tax',
  fields: [
    t.id(),
    t.decimal('rate', 3, (row) => row.rate / 1_000),
    t.flag('active', (row) => row.active),
    t.flag('deleted', (row) => row.deleted),
    t.local('name', (row) => row.name),
  ],
  associations: [],
  all: (db) => db.taxes.all(),
  byId: (db, id) => db.taxes.get(id),
};

export const taxRuleGroups: Resource<TaxRuleGroup> = {
  name: 'tax_rule_groups',
  node: 'tax_rule_group',
  fields: [
    g.id(),
    g.text('name', (row) => row.name),
    g.flag('active', (row) => row.active),
    g.flag('deleted', (row) => row.deleted),
    g.moment('date_add', (row) => row.dateAdd),
    g.moment('date_upd', (row) => row.dateUpd),
  ],
  associations: [],
  all: (db) => db.taxRuleGroups.all(),
  byId: (db, id) => db.taxRuleGroups.get(id),
};

export const taxRules: Resource<TaxRule> = {
  name: 'tax_rules',
  node: 'tax_rule',
  fields: [
    r.id(),
    r.int('id_tax_rules_group', (row) => row.groupId),
    r.int('id_state', (row) => row.stateId),
    r.int('id_country', (row) => row.countryId),
    r.text('zipcode_from', (_) => '0'),
    r.text('zipcode_to', (_) => '0'),
    r.int('id_tax', (row) => row.taxId),
    r.int('behavior', (row) => row.behavior),
    r.text('description', (_) => ''),
  ],
  associations: [],
  all: (db) => db.taxRules.all(),
  byId: (db, id) => db.taxRules.get(id),
  indexes: { id_tax_rules_group: (db, id) => db.taxRules.group(id) },
};
