import { z } from 'zod';
import { DomainError } from '../kit/errors.js';
import { pageInput } from '../kit/page.js';
import { defineProcedure, siteScopeOf } from '../kit/procedure.js';
import { idSchema } from '../kit/validate.js';
import { needs } from './pos-access.js';
import { cents, countedInput, movementRecord, reason, registerId, reportRecord, shiftPage, shiftRecord } from './pos-contract.js';
import { CASH_DIRECTIONS } from './register.js';

const ofRegister = z.object({ registerId });

/** Shifts of registers: a day's work at the till takes no more than its own permissions. */
export function shiftProcedures() {
  return {
    shifts: defineProcedure({
      type: 'query',
      access: needs('posManagement:read'),
      summary: 'One page of the shifts of the establishment, or of one register, newest first.',
      input: pageInput.omit({ search: true }).extend({ registerId: registerId.optional() }).prefault({}),
      output: shiftPage,
      run: (context, input) => context.services.views.till.shifts(siteScopeOf(context), input),
    }),
    shift: defineProcedure({
      type: 'query',
      access: needs('posManagement:read'),
      summary: 'One shift, with the cash that was put in and taken out, and its Z report once it is closed.',
      input: z.object({ id: idSchema }),
      output: shiftRecord.extend({ movements: z.array(movementRecord) }),
      errors: ['unknown_shift'],
      run: async (context, { id }) => {
        const [scope, { till }] = [siteScopeOf(context), context.services.views];
        const shift = await till.shift(scope, id);
        if (shift === null) throw new DomainError('unknown_shift');
        return { ...shift, movements: await till.movements(scope, id) };
      },
    }),
    openShift: defineProcedure({
      type: 'mutation',
      access: needs('posOrders:start'),
      summary: 'Opens a shift of a register, with the cash that is in its drawer.',
      input: ofRegister.extend({ floatCents: cents }),
      output: shiftRecord,
      errors: ['unknown_register', 'shift_open'],
      run: (context, input) => context.services.till.openShift(siteScopeOf(context), input.registerId, input.floatCents),
    }),
    moveCash: defineProcedure({
      type: 'mutation',
      access: needs('posOrders:pay'),
      summary: 'Puts cash into the drawer, or takes some out, beside what is sold.',
      input: ofRegister.extend({ direction: z.enum(CASH_DIRECTIONS), amountCents: cents.min(1), reason }),
      output: movementRecord,
      errors: ['unknown_register', 'no_open_shift'],
      run: (context, { registerId: id, ...movement }) => context.services.till.moveCash(siteScopeOf(context), id, movement),
    }),
    xReport: defineProcedure({
      type: 'query',
      access: needs('posManagement:read'),
      summary: 'What the open shift of a register comes to so far.',
      input: ofRegister,
      output: reportRecord,
      errors: ['unknown_register', 'no_open_shift'],
      run: (context, input) => context.services.till.report(siteScopeOf(context), input.registerId),
    }),
    closeShift: defineProcedure({
      type: 'mutation',
      access: needs('posOrders:finish'),
      summary: 'Closes the open shift of a register by what was counted, with its Z report.',
      input: ofRegister.extend({ counted: countedInput }),
      output: shiftRecord,
      errors: ['unknown_register', 'no_open_shift'],
      run: (context, input) => context.services.till.closeShift(siteScopeOf(context), input.registerId, input.counted),
    }),
  };
}
