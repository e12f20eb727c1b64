import { withoutFormula, writeCsv } from '../kit/csv.js';
import { isActiveVendor, type Vendor } from './vendor.js';

interface Column {
  readonly name: string;
  readonly write: (vendor: Vendor, products: number) => string;
}

/** What is kept of vendors as a table. */
export const VENDOR_COLUMNS: readonly Column[] = [
  { name: 'id', write: ({ id }) => id },
  { name: 'name', write: ({ name }) => name },
  { name: 'type', write: ({ type }) => type ?? '' },
  { name: 'externalId', write: ({ externalId }) => externalId ?? '' },
  { name: 'active', write: (vendor) => String(isActiveVendor(vendor)) },
  { name: 'email', write: ({ email }) => email ?? '' },
  { name: 'phone', write: ({ phone }) => phone ?? '' },
  { name: 'note', write: ({ note }) => note ?? '' },
  { name: 'products', write: (_vendor, products) => String(products) },
];

/** The vendors as CSV with a line of headings. */
export function vendorsCsv(vendors: readonly Vendor[], products: ReadonlyMap<string, number>): string {
  const headings = VENDOR_COLUMNS.map(({ name }) => name);
  const rows = vendors.map((vendor) => VENDOR_COLUMNS.map(({ write }) => withoutFormula(write(vendor, products.get(vendor.id) ?? 0))));
  return writeCsv([headings, ...rows]);
}
