import { z } from 'zod';
import { defineProcedure } from '../kit/procedure.js';
import { idSchema } from '../kit/validate.js';
import { needs, registerIn } from './pos-access.js';
import { paymentInputs, receiptRecord, registerId, saleRecord } from './pos-contract.js';

/** Of the router `posOrders`: bookings of tickets that are paid at the desk. */
export function bookingTillProcedures() {
  return {
    ringUpBooking: defineProcedure({
      type: 'mutation',
      access: needs('posOrders:create'),
      summary: 'Sells a confirmed booking of tickets, to be paid at the desk, on a register with an open shift; once.',
      input: z.object({ id: idSchema.meta({ description: 'Of the booking.' }), registerId, payments: paymentInputs }),
      output: z.object({ sale: saleRecord, receipt: receiptRecord }),
      errors: ['unknown_order', 'invalid_transition', 'payment_over', 'unknown_register', 'no_open_shift', 'shift_over'],
      run: async (context, { id, registerId: at, payments }) => {
        const { scope, register } = await registerIn(context, at);
        const { bookingTill, receipts } = context.services;
        const sale = await bookingTill.ringUp(scope, id, { register: register.name, payments });
        return { sale, receipt: await receipts.receipt(scope, sale.id) };
      },
    }),
  };
}
