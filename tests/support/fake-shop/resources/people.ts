import type { Address, Customer } from '../data/model.js';
import { idsAssociation } from './association.js';
import { fieldsOf } from './field.js';
import type { Resource } from './resource.js';

const c = fieldsOf<Customer>();
const a = fieldsOf<Address>();

const GROUP = { guest: 2, customer: 3 } as const;

export const customers: Resource<Customer> = {
  name: 'customers',
  node: 'customer',
  fields: [
    c.id(),
    c.int('id_default_group', (r) => (r.guest ? GROUP.guest : GROUP.customer)),
    c.int('id_lang', (r) => r.langId),
    c.moment('newsletter_date_add', (r) => (r.newsletter ? r.dateAdd : 0)),
    c.text('ip_registration_newsletter', (_) => ''),
    c.moment('last_passwd_gen', (r) => r.dateAdd),
    c.text('secure_key', (r) => String(r.id).padStart(32, '0')),
    c.flag('deleted', (r) => r.deleted),
    c.text('passwd', (_) => '$2y$10$not.a.hash.of.anything'),
    c.text('lastname', (r) => r.lastName),
    c.text('firstname', (r) => r.firstName),
    c.text('email', (r) => r.email),
    c.int('id_gender', (_) => 1),
    c.day('birthday', (r) => r.birthday),
    c.flag('newsletter', (r) => r.newsletter),
    c.flag('optin', (_) => false),
    c.text('website', (r) => r.website),
    c.text('company', (r) => r.company),
    c.text('siret', (r) => r.siret),
    c.text('ape', (_) => ''),
    c.money('outstanding_allow_amount', (_) => 0),
    c.flag('show_public_prices', (_) => false),
    c.int('id_risk', (_) => 0),
    c.int('max_payment_days', (_) => 0),
    c.flag('active', (r) => r.active),
    c.text('note', (r) => r.note),
    c.flag('is_guest', (r) => r.guest),
    c.int('id_shop', (_) => 1),
    c.int('id_shop_group', (_) => 1),
    c.moment('date_add', (r) => r.dateAdd),
    c.moment('date_upd', (r) => r.dateUpd),
    c.text('reset_password_token', (_) => '', { from: '1.7.8' }),
    c.shown('reset_password_validity', (_) => null, { from: '1.7.8' }),
  ],
  associations: [idsAssociation('groups', (r: Customer) => [r.guest ? GROUP.guest : GROUP.customer])],
  all: (db) => db.customers.all(),
  byId: (db, id) => db.customers.get(id),
};

/** Read by the index of their customers. */
export const addresses: Resource<Address> = {
  name: 'addresses',
  node: 'address',
  fields: [
    a.id(),
    a.int('id_customer', (r) => r.customerId),
    a.int('id_manufacturer', (r) => r.manufacturerId),
    a.int('id_supplier', (r) => r.supplierId),
    a.int('id_warehouse', (_) => 0),
    a.int('id_country', (r) => r.countryId),
    a.int('id_state', (r) => r.stateId),
    a.text('alias', (r) => r.alias),
    a.text('company', (r) => r.company),
    a.text('lastname', (r) => r.lastName),
    a.text('firstname', (r) => r.firstName),
    a.text('vat_number', (r) => r.vatNumber),
    a.text('address1', (r) => r.address1),
    a.text('address2', (r) => r.address2),
    a.text('postcode', (r) => r.postcode),
    a.text('city', (r) => r.city),
    a.text('other', (_) => ''),
    a.text('phone', (r) => r.phone),
    a.text('phone_mobile', (r) => r.mobile),
    a.text('dni', (_) => ''),
    a.flag('active', (_) => true, { to: '1.6' }),
    a.flag('deleted', (r) => r.deleted),
    a.moment('date_add', (r) => r.dateAdd),
    a.moment('date_upd', (r) => r.dateUpd),
  ],
  associations: [],
  all: (db) => db.addresses.all(),
  byId: (db, id) => db.addresses.get(id),
  indexes: { id_customer: (db, id) => db.addresses.group(id) },
  order: (x, y) => x.customerId - y.customerId || x.id - y.id,
};
