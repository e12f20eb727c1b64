import type { Tables } from './small-shop.js';

/** A shop in Paris, in euros, with one of everything; as versions up to 1.7 write it: all but ids as text. */
export function aShopsTables(): Tables {
  return {
    configurations: [
      setting(1, 'PS_SHOP_NAME', 'La Boutique'),
      setting(2, 'PS_TIMEZONE', 'Europe/Paris'),
      setting(3, 'PS_LANG_DEFAULT', '1'),
      setting(4, 'PS_CURRENCY_DEFAULT', '1'),
      setting(5, 'PS_COUNTRY_DEFAULT', '8'),
      setting(6, 'PS_SHOP_DEFAULT', '1'),
      setting(7, 'PS_WEIGHT_UNIT', 'kg'),
      setting(8, 'PS_DIMENSION_UNIT', 'cm'),
      setting(9, 'PS_OS_CANCELED', '6'),
      setting(10, 'PS_OS_DELIVERED', '5'),
      setting(19, 'PS_OS_ERROR', '8'),
      setting(11, 'PS_OS_SHIPPING', '4'),
      setting(12, 'PS_OS_PREPARATION', '3'),
      setting(13, 'PS_ROOT_CATEGORY', '1'),
      setting(14, 'PS_HOME_CATEGORY', '2'),
    ],
    orders: [anOrder()],
    order_details: [{ id: 11, id_order: '1', associations: { taxes: [{ id: '1' }] } }],
    order_states: [
      state(1, 'En attente', {}),
      state(2, 'Paiement accepté', { paid: '1' }),
      state(3, 'En préparation', { paid: '1', delivery: '1' }),
      state(4, 'Expédié', { paid: '1', delivery: '1', shipped: '1' }),
      state(5, 'Livré', { paid: '1', delivery: '1', shipped: '1' }),
      state(6, 'Annulé', {}),
      state(20, 'Chez le voisin', { paid: '1', shipped: '1' }),
    ],
    customers: [aCustomer()],
    addresses: [anAddress()],
    products: [aShopProduct()],
    combinations: [],
    product_option_values: [
      { id: 1, id_attribute_group: '1', name: 'Rouge' },
      { id: 7, id_attribute_group: '2', name: 'M' },
      { id: 8, id_attribute_group: '2', name: 'L' },
      { id: 30, id_attribute_group: '1', name: 'Bleu' },
    ],
    stock_availables: [{ id: 1, id_product: '5', id_product_attribute: '0', id_shop: '1', quantity: '12' }],
    product_suppliers: [],
    suppliers: [{ id: 3, name: 'Grossiste', active: '1', date_upd: '2026-03-01 10:00:00' }],
    manufacturers: [{ id: 3, name: 'Atelier', active: '0', date_upd: '2026-03-01 10:00:00' }],
    categories: [category(1, '0', 'Root'), category(2, '1', 'Accueil'), category(9, '8', 'Tasses'), category(8, '2', 'Table')],
    carriers: [{ id: 2, name: 'Colissimo' }],
    currencies: [{ id: 1, iso_code: 'EUR' }],
    languages: [{ id: 1, iso_code: 'fr' }],
    countries: [{ id: 8, iso_code: 'FR' }],
    states: [],
    taxes: [
      { id: 1, rate: '20.000' },
      { id: 2, rate: '5.500' },
    ],
    tax_rules: [
      { id: 1, id_tax_rules_group: '1', id_country: '8', id_state: '0', zipcode_from: '0', id_tax: '1', behavior: '0' },
      { id: 2, id_tax_rules_group: '1', id_country: '10', id_state: '0', zipcode_from: '0', id_tax: '2', behavior: '0' },
    ],
  };
}

function setting(id: number, name: string, value: string) {
  return { id, name, value };
}

function state(id: number, name: string, flags: Record<string, string>) {
  return { id, name, paid: '0', shipped: '0', delivery: '0', ...flags };
}

function category(id: number, parent: string, name: string) {
  return { id, id_parent: parent, name, active: '1', position: '0', is_root_category: '0', date_upd: '2026-03-01 10:00:00' };
}

export function anOrder(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id: 1,
    id_address_delivery: '4',
    id_address_invoice: '4',
    id_currency: '1',
    id_customer: '7',
    id_carrier: '2',
    current_state: '2',
    payment: 'Carte',
    valid: '1',
    date_add: '2026-07-01 12:00:00',
    date_upd: '2026-07-02 09:30:15',
    shipping_number: '',
    note: '',
    secure_key: 'never-seen-1',
    total_discounts_tax_incl: '1.500000',
    total_paid: '28.400000',
    total_paid_tax_incl: '28.400000',
    total_paid_real: '28.400000',
    total_shipping: '6.000000',
    total_shipping_tax_incl: '6.000000',
    total_shipping_tax_excl: '5.000000',
    carrier_tax_rate: '20.000',
    total_wrapping: '0.000000',
    total_wrapping_tax_incl: '0.000000',
    total_wrapping_tax_excl: '0.000000',
    round_mode: '2',
    reference: 'XKBKNABJK',
    associations: { order_rows: [anOrderRow()] },
    ...changes,
  };
}

export function anOrderRow(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id: '11',
    product_id: '5',
    product_attribute_id: '0',
    product_quantity: '2',
    product_name: 'Tasse',
    product_reference: 'T-1',
    unit_price_tax_incl: '11.950000',
    unit_price_tax_excl: '9.958333',
    ...changes,
  };
}

export function aCustomer(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id: 7,
    passwd: 'never-seen-2',
    secure_key: 'never-seen-3',
    reset_password_token: 'never-seen-4',
    id_lang: '1',
    firstname: 'Ada',
    lastname: 'Lovelace',
    email: 'Ada@Example.org',
    company: '',
    siret: '',
    birthday: '1815-12-10',
    newsletter: '1',
    active: '1',
    is_guest: '0',
    deleted: '0',
    date_add: '2026-01-01 08:00:00',
    date_upd: '2026-07-02 09:30:15',
    ...changes,
  };
}

export function anAddress(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id: 4,
    id_customer: '7',
    id_country: '8',
    id_state: '0',
    alias: 'Maison',
    company: '',
    firstname: 'Ada',
    lastname: 'Lovelace',
    address1: '1 rue de la Paix',
    address2: '',
    postcode: '75002',
    city: 'Paris',
    phone: '0',
    phone_mobile: '0600000000',
    vat_number: '',
    deleted: '0',
    date_upd: '2026-07-02 09:30:15',
    ...changes,
  };
}

export function aShopProduct(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id: 5,
    id_manufacturer: '3',
    manufacturer_name: 'Atelier',
    id_supplier: '3',
    id_category_default: '9',
    id_default_image: '123',
    id_tax_rules_group: '1',
    type: 'simple',
    reference: 'T-1',
    supplier_reference: '',
    ean13: '0',
    upc: '',
    price: '24.166667',
    wholesale_price: '10.005000',
    weight: '0.350000',
    width: '8.000000',
    height: '0.000000',
    depth: '0.000000',
    active: '1',
    state: '1',
    is_virtual: '0',
    quantity: '0',
    name: 'Tasse',
    description: '<p>Une tasse &amp; son <b>bec</b>.</p>',
    date_upd: '2026-07-02 09:30:15',
    associations: { categories: [{ id: '2' }, { id: '9' }], stock_availables: [{ id: '1', id_product_attribute: '0' }] },
    ...changes,
  };
}
