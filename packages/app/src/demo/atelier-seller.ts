import type { Seller } from '@comptoir/core/invoices/parties.js';

/** Who sells, as it stands on invoices: numbers of the beginning that is given to nobody, and the account of the banks' own examples. */
export const ATELIER_SELLER: Seller = {
  name: 'Atelier Nord',
  legalForm: 'SARL au capital de 12 000 €',
  address: { line1: '9 rue des Trois-Bobines', line2: 'Cour des Filatiers', postcode: '59000', city: 'Lille', country: 'FR' },
  vatNumber: 'FR49000009001',
  registration: '000009001',
  register: 'RCS Lille 000 009 001',
  email: 'compta@atelier-nord.example.test',
  phone: '03 53 01 28 60',
  website: 'https://atelier-nord.example.test',
  exemption: null,
  iban: 'FR7630006000011234567890189',
  bic: 'AGRIFRPP',
};
