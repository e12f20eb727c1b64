import { draftProcedures } from './draft-procedures.js';
import { invoiceLifeProcedures } from './invoice-life-procedures.js';
import { invoiceReadProcedures } from './invoice-read-procedures.js';

/** The `invoices` router: quotes, invoices and credit notes of an establishment. */
export function invoicesRouter() {
  return { ...invoiceReadProcedures(), ...draftProcedures(), ...invoiceLifeProcedures() };
}
