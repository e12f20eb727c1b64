import type { ShopDatabase } from '../data/database.js';
import type { Category } from '../data/model.js';
import { idsAssociation } from './association.js';
import { fieldsOf } from './field.js';
import type { Resource } from './resource.js';

const f = fieldsOf<Category>();
const blank = (c: Category) => c.name.map(() => '');

export const categories: Resource<Category> = {
  name: 'categories',
  node: 'category',
  fields: [
    f.id(),
    f.int('id_parent', (c) => c.parentId),
    f.int('level_depth', (c) => c.depth),
    f.shownInt('nb_products_recursive', (_, { db }) => db.products.size),
    f.flag('active', (c) => c.active),
    f.int('id_shop_default', (_) => 1),
    f.flag('display_from_sub', (_) => true, { to: '1.6' }),
    f.flag('is_root_category', (c) => c.root),
    f.int('position', (c) => c.position),
    f.moment('date_add', (c) => c.dateAdd),
    f.moment('date_upd', (c) => c.dateUpd),
    f.local('name', (c) => c.name),
    f.local('link_rewrite', (c) => c.name.map((name) => name.toLowerCase())),
    f.local('description', blank),
    f.local('additional_description', blank, { to: '1.6' }),
    f.local('additional_description', blank, { from: '8' }),
    f.local('meta_title', blank),
    f.local('meta_description', blank),
    f.local('meta_keywords', blank, { to: '8' }),
  ],
  associations: [
    idsAssociation('categories', (c: Category, { db }) => db.categories.group(c.id).map(({ id }) => id)),
    idsAssociation('products', (c: Category, { db }) => productsIn(db, c.id)),
  ],
  all: (db) => db.categories.all(),
  byId: (db, id) => db.categories.get(id),
  indexes: { id_parent: (db, id) => db.categories.group(id) },
};

function productsIn(db: ShopDatabase, categoryId: number): readonly number[] {
  return [...db.products.all()].filter(({ categoryIds }) => categoryIds.includes(categoryId)).map(({ id }) => id);
}
