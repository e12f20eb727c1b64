import type { ShopDatabase } from '../data/database.js';
import type { Vendor } from '../data/model.js';
import type { Table } from '../data/table.js';
import { idsAssociation } from './association.js';
import { fieldsOf } from './field.js';
import type { Resource } from './resource.js';

const f = fieldsOf<Vendor>();
/** Their texts are in every language; nobody has written any. */
const blank = (_: Vendor) => ['', ''];

const COMMON = [
  f.id(),
  f.flag('active', (v) => v.active),
  f.shown('link_rewrite', (v) => v.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')),
  f.text('name', (v) => v.name),
  f.moment('date_add', (v) => v.dateAdd),
  f.moment('date_upd', (v) => v.dateUpd),
  f.local('description', blank),
] as const;

const META = [f.local('meta_title', blank), f.local('meta_description', blank), f.local('meta_keywords', blank, { to: '8' })] as const;

export const manufacturers: Resource<Vendor> = {
  name: 'manufacturers',
  node: 'manufacturer',
  fields: [...COMMON, f.local('short_description', blank), ...META],
  associations: [
    idsAssociation('addresses', (v: Vendor, { db }) =>
      db.addresses
        .group(0)
        .filter((address) => address.manufacturerId === v.id)
        .map(({ id }) => id),
    ),
  ],
  ...rowsOf((db) => db.manufacturers),
};

export const suppliers: Resource<Vendor> = {
  name: 'suppliers',
  node: 'supplier',
  fields: [...COMMON, ...META],
  associations: [],
  ...rowsOf((db) => db.suppliers),
};

function rowsOf(table: (db: ShopDatabase) => Table<Vendor>): Pick<Resource<Vendor>, 'all' | 'byId'> {
  return { all: (db) => table(db).all(), byId: (db, id) => table(db).get(id) };
}
