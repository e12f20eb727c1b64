import { trackingProcedures } from '../tracking/tracking-procedures.js';
import { orderContentsProcedures } from './order-contents-procedures.js';
import { orderDraftProcedures } from './order-draft-procedures.js';
import { orderInvoiceProcedures } from './order-invoice-procedures.js';
import { orderOfficeProcedures } from './order-office-procedures.js';
import { orderReadProcedures } from './order-read-procedures.js';
import { orderReportProcedures } from './order-report-procedures.js';
import { orderStepProcedures } from './order-step-procedures.js';
import { settlementProcedures } from './settlement-procedures.js';

/** The `orders` router: the establishment's side of an order's life, of every channel. */
export function ordersRouter() {
  return {
    ...orderReadProcedures(),
    ...orderDraftProcedures(),
    ...orderContentsProcedures(),
    ...orderStepProcedures(),
    ...orderOfficeProcedures(),
    ...orderReportProcedures(),
    ...orderInvoiceProcedures(),
    ...settlementProcedures(),
    ...trackingProcedures(),
  };
}
