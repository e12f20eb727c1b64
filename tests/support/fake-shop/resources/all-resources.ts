import { categories } from './categories.js';
import { orderDetails } from './order-details.js';
import { orderStates } from './order-states.js';
import { orderHistories, orders } from './orders.js';
import { addresses, customers } from './people.js';
import { carriers, configurations, countries, currencies, languages, states } from './places.js';
import { products } from './products.js';
import type { Resource } from './resource.js';
import { taxes, taxRuleGroups, taxRules } from './taxes.js';
import { combinations, productOptions, productOptionValues, productSuppliers, stockAvailables } from './variants.js';
import { manufacturers, suppliers } from './vendors.js';

/** Does something with a resource whose rows are of whatever kind. */
export type ResourceVisitor<Result> = <Row extends { id: number }>(resource: Resource<Row>) => Result;

type AnyResource = <Result>(visit: ResourceVisitor<Result>) => Result;

const kept = <Row extends { id: number }>(resource: Resource<Row>): readonly [string, AnyResource] => [
  resource.name,
  (visit) => visit(resource),
];

/** Resources that have rows here, by name. */
export const RESOURCES: ReadonlyMap<string, AnyResource> = new Map([
  kept(addresses),
  kept(carriers),
  kept(categories),
  kept(combinations),
  kept(configurations),
  kept(countries),
  kept(currencies),
  kept(customers),
  kept(languages),
  kept(manufacturers),
  kept(orderDetails),
  kept(orderHistories),
  kept(orderStates),
  kept(orders),
  kept(productOptionValues),
  kept(productOptions),
  kept(productSuppliers),
  kept(products),
  kept(states),
  kept(stockAvailables),
  kept(suppliers),
  kept(taxRuleGroups),
  kept(taxRules),
  kept(taxes),
]);

/** Resources of a shop that nobody needs here: they are there and empty. */
const EMPTY = [
  ...['attachments', 'cart_rules', 'carts', 'contacts', 'content_management_system', 'customer_messages', 'customer_threads'],
  ...['customizations', 'deliveries', 'employees', 'groups', 'guests', 'image_types', 'images', 'messages', 'order_carriers'],
  ...['order_cart_rules', 'order_invoices', 'order_payments', 'order_slip', 'price_ranges', 'product_customization_fields'],
  ...['product_feature_values', 'product_features', 'search', 'shop_groups', 'shop_urls', 'shops', 'specific_price_rules'],
  ...[
    'specific_prices',
    'stock_movement_reasons',
    'stock_movements',
    'stores',
    'tags',
    'translated_configurations',
    'weight_ranges',
    'zones',
  ],
] as const;

/** Every name the web service knows, in its order. */
export const RESOURCE_NAMES: readonly string[] = [...RESOURCES.keys(), ...EMPTY].sort();
