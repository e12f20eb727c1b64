import type { Address, Category, Customer, Vendor } from '../data/model.js';
import type { Workshop } from './order-edits.js';

export type CustomerChanges = Partial<Omit<Customer, 'id' | 'dateAdd' | 'dateUpd'>>;
export type AddressChanges = Partial<Omit<Address, 'id' | 'dateAdd' | 'dateUpd'>>;
export type VendorKind = 'manufacturer' | 'supplier';

/** Customers, their addresses, vendors, categories, taxes. Each moves its own `date_upd` and nobody else's. */
export function peopleEdits({ db, now }: Workshop) {
  const vendors = (kind: VendorKind) => (kind === 'supplier' ? db.suppliers : db.manufacturers);
  const isUsed = (id: number): boolean =>
    [...db.orders.all()].some(({ deliveryAddressId, invoiceAddressId }) => deliveryAddressId === id || invoiceAddressId === id);

  return {
    /** Returns its id. */
    addCustomer: (changes: CustomerChanges = {}): number => {
      const id = db.customers.nextId();
      return db.customers.add({ ...aCustomer(id), ...changes, dateAdd: now(), dateUpd: now() }).id;
    },
    editCustomer: (id: number, changes: CustomerChanges): void => {
      Object.assign(db.customers.need(id), changes, { dateUpd: now() });
    },
    /** For good: orders go on naming an id that nobody has. */
    deleteCustomer: (id: number): void => db.customers.delete(id),
    /** Returns its id. */
    addAddress: (customerId: number, changes: AddressChanges = {}): number => {
      const id = db.addresses.nextId();
      return db.addresses.add({ ...anAddress(id), ...changes, customerId, dateAdd: now(), dateUpd: now() }).id;
    },
    /** One that an order uses is kept and marked as deleted, and another one takes its place. Returns the id of the address that is good now. */
    editAddress: (id: number, changes: AddressChanges): number => {
      const address = db.addresses.need(id);
      if (!isUsed(id)) {
        Object.assign(address, changes, { dateUpd: now() });
        return id;
      }
      const next = { ...address, ...changes, id: db.addresses.nextId(), dateAdd: now(), dateUpd: now() };
      Object.assign(address, { deleted: true, dateUpd: now() });
      return db.addresses.add(next).id;
    },
    /** Returns its id. */
    addVendor: (kind: VendorKind, name: string): number =>
      vendors(kind).add({ id: vendors(kind).nextId(), name, active: true, dateAdd: now(), dateUpd: now() }).id,
    editVendor: (kind: VendorKind, id: number, changes: Partial<Pick<Vendor, 'name' | 'active'>>): void => {
      Object.assign(vendors(kind).need(id), changes, { dateUpd: now() });
    },
    renameVendor: (kind: VendorKind, id: number, name: string): void => {
      Object.assign(vendors(kind).need(id), { name, dateUpd: now() });
    },
    deleteVendor: (kind: VendorKind, id: number): void => vendors(kind).delete(id),
    /** Returns its id. */
    addCategory: (parentId: number, name: string): number => {
      const { depth } = db.categories.need(parentId);
      const place = { position: db.categories.group(parentId).length, depth: depth + 1, active: true, root: false };
      return db.categories.add({ id: db.categories.nextId(), parentId, name: [name, name], ...place, dateAdd: now(), dateUpd: now() }).id;
    },
    editCategory: (id: number, changes: Partial<Pick<Category, 'name' | 'active' | 'position'>>): void => {
      Object.assign(db.categories.need(id), changes, { dateUpd: now() });
    },
    /** In thousandths of a per cent. No date moves anywhere. */
    setTaxRate: (id: number, rate: number): void => {
      db.taxes.need(id).rate = rate;
    },
    configure: (name: string, value: string | null): void => {
      const known = [...db.configurations.all()].find((each) => each.name === name);
      if (known === undefined) db.configurations.add({ id: db.configurations.nextId(), name, value, dateAdd: now(), dateUpd: now() });
      else Object.assign(known, { value, dateUpd: now() });
    },
  };
}

function aCustomer(id: number): Customer {
  return {
    id,
    email: `customer${id}@example.com`,
    firstName: 'Ada',
    lastName: 'Abel',
    company: '',
    siret: '',
    website: '',
    note: '',
    birthday: 0,
    langId: 1,
    guest: false,
    active: true,
    deleted: false,
    newsletter: false,
    dateAdd: 0,
    dateUpd: 0,
  };
}

function anAddress(id: number): Address {
  return {
    id,
    customerId: 0,
    manufacturerId: 0,
    supplierId: 0,
    countryId: 8,
    stateId: 0,
    alias: 'Home',
    company: '',
    firstName: 'Ada',
    lastName: 'Abel',
    address1: '16, Main street',
    address2: '',
    postcode: '75002',
    city: 'Paris',
    phone: '0102030405',
    mobile: '',
    vatNumber: '',
    deleted: false,
    dateAdd: 0,
    dateUpd: 0,
  };
}
