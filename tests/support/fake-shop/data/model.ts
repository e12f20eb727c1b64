import type { WallTime } from './wall-time.js';

/** What the fake shop keeps: rows as small as they can be, rendered when they are asked for. Amounts are millionths of the currency. */
export type Micros = number;

/** By the place of the language. */
export type LocalText = readonly string[];

export interface Row {
  id: number;
}

export interface OrderRow extends Row {
  productId: number;
  combinationId: number;
  quantity: number;
  name: string;
  reference: string;
  ean13: string;
  /** Of one, after its reduction. */
  net: Micros;
  gross: Micros;
  /** Of one, before its reduction. */
  listNet: Micros;
  reductionPercent: number;
  wholesale: Micros;
  taxGroupId: number;
  /** 0: none was applied. */
  taxId: number;
  refunded: number;
  customizationId: number;
}

export interface Charge {
  net: Micros;
  gross: Micros;
}

export interface Order extends Row {
  reference: string;
  cartId: number;
  customerId: number;
  deliveryAddressId: number;
  invoiceAddressId: number;
  currencyId: number;
  langId: number;
  carrierId: number;
  stateId: number;
  module: string;
  payment: string;
  paid: Micros;
  dateAdd: WallTime;
  dateUpd: WallTime;
  invoiceNumber: number;
  invoiceDate: WallTime;
  deliveryNumber: number;
  deliveryDate: WallTime;
  trackingNumber: string;
  note: string;
  giftMessage: string;
  shipping: Charge;
  shippingRate: number;
  wrapping: Charge;
  discounts: Charge;
  rows: OrderRow[];
}

export interface OrderHistory extends Row {
  orderId: number;
  stateId: number;
  employeeId: number;
  dateAdd: WallTime;
}

export interface OrderState extends Row {
  name: LocalText;
  paid: boolean;
  shipped: boolean;
  delivery: boolean;
  invoice: boolean;
  logable: boolean;
  deleted: boolean;
  module: string;
  template: string;
  color: string;
}

export interface Customer extends Row {
  email: string;
  firstName: string;
  lastName: string;
  company: string;
  siret: string;
  website: string;
  note: string;
  birthday: WallTime;
  langId: number;
  guest: boolean;
  active: boolean;
  deleted: boolean;
  newsletter: boolean;
  dateAdd: WallTime;
  dateUpd: WallTime;
}

export interface Address extends Row {
  customerId: number;
  manufacturerId: number;
  supplierId: number;
  countryId: number;
  stateId: number;
  alias: string;
  company: string;
  firstName: string;
  lastName: string;
  address1: string;
  address2: string;
  postcode: string;
  city: string;
  phone: string;
  mobile: string;
  vatNumber: string;
  deleted: boolean;
  dateAdd: WallTime;
  dateUpd: WallTime;
}

export type ProductKind = 'simple' | 'pack' | 'virtual';

export interface BundledProduct {
  productId: number;
  combinationId: number;
  quantity: number;
}

export interface Product extends Row {
  kind: ProductKind;
  name: LocalText;
  description: LocalText;
  reference: string;
  supplierReference: string;
  ean13: string;
  price: Micros;
  wholesale: Micros;
  taxGroupId: number;
  manufacturerId: number;
  supplierId: number;
  categoryIds: number[];
  defaultCategoryId: number;
  imageIds: number[];
  bundle: BundledProduct[];
  weight: Micros;
  width: Micros;
  height: Micros;
  depth: Micros;
  active: boolean;
  /** Never saved. */
  draft: boolean;
  dateAdd: WallTime;
  /** What filters look at. */
  dateUpd: WallTime;
  /** What answers show: another table, so it may be another date. */
  shownDateUpd: WallTime;
}

export interface Combination extends Row {
  productId: number;
  reference: string;
  ean13: string;
  priceImpact: Micros;
  weightImpact: Micros;
  /** 0: that of the product. */
  wholesale: Micros;
  isDefault: boolean;
  optionValueIds: number[];
  imageIds: number[];
}

export interface StockAvailable extends Row {
  productId: number;
  /** 0: the product as a whole. */
  combinationId: number;
  quantity: number;
}

export interface ProductSupplier extends Row {
  productId: number;
  combinationId: number;
  supplierId: number;
  reference: string;
  price: Micros;
  currencyId: number;
}

export interface Category extends Row {
  parentId: number;
  depth: number;
  name: LocalText;
  position: number;
  active: boolean;
  root: boolean;
  dateAdd: WallTime;
  dateUpd: WallTime;
}

/** A manufacturer or a supplier: each has a table of its own. */
export interface Vendor extends Row {
  name: string;
  active: boolean;
  dateAdd: WallTime;
  dateUpd: WallTime;
}

export interface Option extends Row {
  name: LocalText;
  color: boolean;
}

export interface OptionValue extends Row {
  optionId: number;
  name: LocalText;
  color: string;
}

export interface Tax extends Row {
  name: LocalText;
  /** Thousandths of a per cent. */
  rate: number;
  active: boolean;
  deleted: boolean;
}

export interface TaxRuleGroup extends Row {
  name: string;
  active: boolean;
  deleted: boolean;
  dateAdd: WallTime;
  dateUpd: WallTime;
}

export interface TaxRule extends Row {
  groupId: number;
  countryId: number;
  stateId: number;
  taxId: number;
  behavior: number;
}

export interface Country extends Row {
  iso: string;
  name: LocalText;
  hasStates: boolean;
}

export interface State extends Row {
  countryId: number;
  iso: string;
  name: string;
}

export interface Currency extends Row {
  iso: string;
  isoNumber: string;
  name: string;
  sign: string;
  rate: Micros;
}

export interface Language extends Row {
  iso: string;
  name: string;
  locale: string;
}

export interface Carrier extends Row {
  name: string;
  /** Carriers are copied when they are edited: the reference stays. */
  referenceId: number;
  deleted: boolean;
}

export interface Configuration extends Row {
  name: string;
  value: string | null;
  dateAdd: WallTime;
  dateUpd: WallTime;
}
