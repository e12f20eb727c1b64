import type { ShopDatabase } from '../data/database.js';
import type { OrderState } from '../data/model.js';
import type { Dialect } from '../dialect.js';

/** States that every shop has, by what they mean: their ids differ between the lineages. */
export const STATE_KINDS = [
  'check',
  'accepted',
  'processing',
  'shipped',
  'delivered',
  'cancelled',
  'refunded',
  'payment-error',
  'backorder-paid',
  'bankwire',
  'remote',
  'backorder-unpaid',
  'cash-on-delivery',
  'counter',
] as const;
export type StateKind = (typeof STATE_KINDS)[number];

/** The last one was added by the merchant, as merchants do. */
const SINCE_17: readonly StateKind[] = STATE_KINDS;
const UNTIL_16: readonly StateKind[] = [
  'accepted',
  'processing',
  'shipped',
  'delivered',
  'cancelled',
  'refunded',
  'payment-error',
  'backorder-paid',
  'bankwire',
  'check',
  'remote',
  'backorder-unpaid',
  'cash-on-delivery',
  'counter',
];

/** The id of the state in a shop of the dialect. */
export function stateId(kind: StateKind, dialect: Dialect): number {
  return (dialect === '1.6' ? UNTIL_16 : SINCE_17).indexOf(kind) + 1;
}

type Looks = Omit<OrderState, 'id' | 'name' | 'deleted'> & { readonly english: string; readonly french: string };

const NOTHING = {
  paid: false,
  shipped: false,
  delivery: false,
  invoice: false,
  logable: false,
  module: '',
  template: '',
  color: '#4169E1',
};
const PAID = { ...NOTHING, paid: true, invoice: true, logable: true, color: '#32CD32' };

const LOOKS: Readonly<Record<StateKind, Looks>> = {
  check: { ...NOTHING, module: 'ps_checkpayment', template: 'cheque', english: 'Awaiting check payment', french: 'En attente du chèque' },
  accepted: { ...PAID, template: 'payment', english: 'Payment accepted', french: 'Paiement accepté' },
  processing: { ...PAID, delivery: true, template: 'preparation', english: 'Processing in progress', french: 'En préparation' },
  shipped: { ...PAID, delivery: true, shipped: true, template: 'shipped', english: 'Shipped', french: 'Expédié' },
  delivered: { ...PAID, delivery: true, shipped: true, english: 'Delivered', french: 'Livré' },
  cancelled: { ...NOTHING, template: 'order_canceled', color: '#DC143C', english: 'Canceled', french: 'Annulé' },
  refunded: { ...NOTHING, invoice: true, template: 'refund', color: '#ec2e15', english: 'Refunded', french: 'Remboursé' },
  'payment-error': { ...NOTHING, template: 'payment_error', color: '#8f0621', english: 'Payment error', french: 'Erreur de paiement' },
  'backorder-paid': { ...PAID, logable: false, template: 'outofstock', english: 'On backorder (paid)', french: 'En réassort (payé)' },
  bankwire: { ...NOTHING, module: 'ps_wirepayment', template: 'bankwire', english: 'Awaiting bank wire', french: 'En attente du virement' },
  remote: { ...PAID, template: 'payment', english: 'Remote payment accepted', french: 'Paiement à distance accepté' },
  'backorder-unpaid': { ...NOTHING, template: 'outofstock', english: 'On backorder (not paid)', french: 'En réassort (non payé)' },
  'cash-on-delivery': { ...NOTHING, module: 'ps_cashondelivery', english: 'Awaiting Cash On Delivery', french: 'Paiement à la livraison' },
  counter: { ...PAID, color: '#123456', english: 'Set aside at the counter', french: 'Réservé au comptoir' },
};

export function addOrderStates(db: ShopDatabase, dialect: Dialect): void {
  const kinds = [...STATE_KINDS].sort((a, b) => stateId(a, dialect) - stateId(b, dialect));
  for (const kind of kinds) {
    const { english, french, ...looks } = LOOKS[kind];
    db.orderStates.add({ id: stateId(kind, dialect), name: [english, french], deleted: false, ...looks });
  }
}
