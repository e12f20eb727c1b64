import type { PostalAddress } from '@comptoir/core/kit/postal-address.js';
import type { ShopCharge, ShopOrder } from '@comptoir/core/shop-sync/shop-records.js';
import { type LineSurroundings, lineOf, noTaxOrUnknown } from './order-line-of.js';
import { phaseOf } from './phase-of.js';
import { BadField, centsIn, changedAt, codeIn, idIn, instantIn, ownId, type Row, scalar, textIn, translatedIn } from './row.js';
import { associated } from './row-lists.js';
import type { ShopSettings } from './shop-settings.js';
import { basisPoints } from './tax-rates.js';

/** What belongs to orders, and was read for all of a chunk; null: the key may not read it. */
export interface OrderSurroundings extends LineSurroundings {
  readonly settings: ShopSettings;
  readonly states: ReadonlyMap<string, Row>;
  readonly currencies: ReadonlyMap<string, Row>;
  readonly carriers: ReadonlyMap<string, Row> | null;
  readonly addresses: ReadonlyMap<string, PostalAddress>;
  /** Customers that the shop still has; null: it does not tell. */
  readonly customerIds: ReadonlySet<string> | null;
}

/** Throws `BadField`. */
export function orderOf(row: Row, around: OrderSurroundings): ShopOrder {
  const { timezone } = around.settings;
  const placedAt = instantIn(row, 'date_add', timezone);
  if (placedAt === null) throw new BadField('date_add', 'is missing');
  return {
    externalId: ownId(row),
    updatedAt: changedAt(row, timezone),
    reference: textIn(row, 'reference'),
    state: stateOf(row, around),
    placedAt,
    customerId: customerOf(row, around),
    currency: currencyOf(row, around),
    lines: associated(row, 'order_rows').map((line) => lineOf(line, around)),
    ...sumsOf(row),
    billingAddress: addressOf(row, 'id_address_invoice', around),
    deliveryAddress: addressOf(row, 'id_address_delivery', around),
    paymentName: textIn(row, 'payment'),
    carrierName: carrierOf(row, around),
    trackingNumber: codeIn(row, 'shipping_number'),
    note: noteOf(row),
    verbatim: verbatimOf(row),
  };
}

function stateOf(row: Row, { settings, states }: OrderSurroundings): ShopOrder['state'] {
  const id = ownId(row, 'current_state');
  const state = states.get(id);
  const name = state === undefined ? null : translatedIn(state, 'name', settings.languageId);
  return { id, name: name ?? `#${id}`, phase: phaseOf(id, state, settings.states, row) };
}

function customerOf(row: Row, { customerIds }: OrderSurroundings): string | null {
  const id = idIn(row, 'id_customer');
  return id === null || customerIds?.has(id) === false ? null : id;
}

function currencyOf(row: Row, { currencies }: OrderSurroundings): string {
  const currency = currencies.get(ownId(row, 'id_currency'));
  const code = currency === undefined ? '' : scalar(currency['iso_code']).toUpperCase();
  if (!/^[A-Z]{3}$/.test(code)) throw new BadField('id_currency', 'names no currency');
  return code;
}

function addressOf(row: Row, field: string, { addresses }: OrderSurroundings): PostalAddress | null {
  return addresses.get(idIn(row, field) ?? '') ?? null;
}

/** A carrier that is named `0` is the shop itself. */
function carrierOf(row: Row, { carriers, settings }: OrderSurroundings): string | null {
  const carrier = carriers?.get(idIn(row, 'id_carrier') ?? '');
  if (carrier === undefined) return null;
  const name = textIn(carrier, 'name');
  return name === '0' ? settings.name : name;
}

/** The note of the order, and what is to be written on a card. */
function noteOf(row: Row): string | null {
  const parts = [textIn(row, 'note', { multiline: true }), textIn(row, 'gift_message', { multiline: true })];
  const note = parts.filter((part) => part !== null).join('\n');
  return note === '' ? null : note;
}

function sumsOf(row: Row): Pick<ShopOrder, 'shipping' | 'wrapping' | 'discountCents' | 'totalCents' | 'paidCents'> {
  return {
    shipping: chargeOf(row, 'total_shipping', 'carrier_tax_rate', idIn(row, 'id_carrier') !== null),
    wrapping: chargeOf(row, 'total_wrapping', null, false),
    discountCents: Math.abs(centsIn(row, withTax(row, 'total_discounts'))),
    totalCents: centsIn(row, withTax(row, 'total_paid')),
    paidCents: centsIn(row, 'total_paid_real'),
  };
}

/** The field that has the amount with tax: of its own where there is one. */
function withTax(row: Row, field: string): string {
  return scalar(row[`${field}_tax_incl`]) === '' ? field : `${field}_tax_incl`;
}

function chargeOf(row: Row, field: string, rateField: string | null, mayBeFree: boolean): ShopCharge | null {
  const amountCents = centsIn(row, withTax(row, field));
  if (amountCents === 0 && !mayBeFree) return null;
  const rate = rateField === null || scalar(row[rateField]) === '' ? 0 : basisPoints(row, rateField);
  // Many orders have a rate of 0 beside amounts that differ by a tax.
  return { amountCents, taxBasisPoints: rate > 0 ? rate : noTaxOrUnknown(row, field) };
}

const VERBATIM = /^(?:total_[a-z_]{1,40}|carrier_tax_rate|round_mode|round_type|conversion_rate)$/;

function verbatimOf(row: Row): Readonly<Record<string, string>> {
  const kept = Object.keys(row).filter((field) => VERBATIM.test(field) && scalar(row[field]) !== '');
  return Object.fromEntries(kept.map((field) => [field, scalar(row[field]).slice(0, 64)]));
}
