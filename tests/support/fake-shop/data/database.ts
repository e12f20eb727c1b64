import type {
  Address,
  Carrier,
  Category,
  Combination,
  Configuration,
  Country,
  Currency,
  Customer,
  Language,
  Option,
  OptionValue,
  Order,
  OrderHistory,
  OrderState,
  Product,
  ProductSupplier,
  State,
  StockAvailable,
  Tax,
  TaxRule,
  TaxRuleGroup,
  Vendor,
} from './model.js';
import { Table } from './table.js';

/** The tables of the shop. A table that is looked at by another one's id is grouped by it. */
export class ShopDatabase {
  readonly orders = new Table<Order>();
  readonly orderHistories = new Table<OrderHistory>((row) => row.orderId);
  readonly orderStates = new Table<OrderState>();
  readonly customers = new Table<Customer>();
  readonly addresses = new Table<Address>((row) => row.customerId);
  readonly products = new Table<Product>();
  readonly combinations = new Table<Combination>((row) => row.productId);
  readonly stock = new Table<StockAvailable>((row) => row.productId);
  readonly productSuppliers = new Table<ProductSupplier>((row) => row.productId);
  readonly categories = new Table<Category>((row) => row.parentId);
  readonly manufacturers = new Table<Vendor>();
  readonly suppliers = new Table<Vendor>();
  readonly options = new Table<Option>();
  readonly optionValues = new Table<OptionValue>((row) => row.optionId);
  readonly taxes = new Table<Tax>();
  readonly taxRuleGroups = new Table<TaxRuleGroup>();
  readonly taxRules = new Table<TaxRule>((row) => row.groupId);
  readonly countries = new Table<Country>();
  readonly states = new Table<State>((row) => row.countryId);
  readonly currencies = new Table<Currency>();
  readonly languages = new Table<Language>();
  readonly carriers = new Table<Carrier>();
  readonly configurations = new Table<Configuration>();
  /** Lines of orders are numbered across all of them. */
  lastOrderRowId = 0;
}
