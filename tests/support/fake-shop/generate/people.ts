import type { ShopDatabase } from '../data/database.js';
import type { Customer } from '../data/model.js';
import type { WallTime } from '../data/wall-time.js';
import type { Dice } from './dice.js';
import { ABROAD, HOME_COUNTRY } from './settings.js';

/** Customers and where they live. Nobody is real. */

const FIRST = ['Ada', 'Bruno', 'Chloé', 'Dario', 'Élise', 'Farid', 'Greta', 'Hugo', 'Inès', 'Jonas', 'Karim', 'Léa'] as const;
const LAST = ['Abel', "O'Brien", 'Castel', 'Dupré', 'Estève', 'Fabre', 'Garnier', 'Hébert', 'Imbert', 'Joly', 'Klein', 'Løv'] as const;
const CITIES = [
  ['75002', 'Paris '],
  ['69001', 'Lyon'],
  ['13001', 'Marseille'],
  ['44000', 'Nantes'],
] as const;

/** One guest in four shares an address of mail with others. */
export function addPeople(db: ShopDatabase, count: number, dice: Dice, founded: WallTime): void {
  addVendorAddress(db, founded);
  for (let place = 0; place < count; place += 1) {
    const customer = db.customers.add(aCustomer(place + 1, dice, founded));
    addAddress(db, customer, dice, HOME_COUNTRY);
    if (customer.id % 5 === 0) addAddress(db, customer, dice, ABROAD);
  }
}

function aCustomer(id: number, dice: Dice, founded: WallTime): Customer {
  const guest = id % 4 === 0;
  const company = id % 11 === 0;
  return {
    id,
    email: guest && id % 16 === 0 ? `guest${id % 5}@example.com` : `customer${id}@example.com`,
    firstName: dice.pick(FIRST),
    lastName: dice.pick(LAST),
    company: company ? `Company ${id}` : '',
    siret: company ? String(10_000_000_000_000 + id) : '',
    website: '',
    note: '',
    birthday: id % 3 === 0 ? Date.UTC(1960 + dice.int(40), dice.int(12), 1 + dice.int(28)) / 1000 : 0,
    langId: 1,
    guest,
    active: true,
    deleted: id % 97 === 0,
    newsletter: dice.percent(30),
    dateAdd: founded + id,
    dateUpd: founded + id,
  };
}

function addAddress(db: ShopDatabase, customer: Customer, dice: Dice, countryId: number): void {
  const [postcode, city] = dice.pick(CITIES);
  const abroad = countryId === ABROAD;
  db.addresses.add({
    id: db.addresses.nextId(),
    customerId: customer.id,
    manufacturerId: 0,
    supplierId: 0,
    countryId,
    stateId: abroad ? 9 : 0,
    alias: abroad ? 'My address' : 'Mon adresse',
    company: customer.company,
    firstName: customer.firstName,
    lastName: customer.lastName,
    address1: `${1 + dice.int(120)}, Main street`,
    address2: dice.percent(20) ? '2nd floor' : '',
    postcode: abroad ? '33133' : postcode,
    city: abroad ? 'Miami' : city,
    phone: dice.percent(10) ? '0' : '0102030405',
    mobile: '',
    vatNumber: customer.company === '' ? '' : `FR00${customer.id}`,
    deleted: false,
    dateAdd: customer.dateAdd,
    dateUpd: customer.dateUpd,
  });
}

/** Vendors live in the same table. */
function addVendorAddress(db: ShopDatabase, founded: WallTime): void {
  db.addresses.add({
    id: db.addresses.nextId(),
    customerId: 0,
    manufacturerId: 1,
    supplierId: 0,
    countryId: ABROAD,
    stateId: 32,
    alias: 'manufacturer',
    company: 'Studio Design',
    firstName: 'manufacturer',
    lastName: 'manufacturer',
    address1: '767 Fifth Ave.',
    address2: '',
    postcode: '10154',
    city: 'New York',
    phone: '(212) 336-1666',
    mobile: '',
    vatNumber: '',
    deleted: false,
    dateAdd: founded,
    dateUpd: founded,
  });
}
