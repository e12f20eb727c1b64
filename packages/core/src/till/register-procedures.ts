import { z } from 'zod';
import { registerName } from '../keyed/sale-input.js';
import { DomainError } from '../kit/errors.js';
import { pageInput } from '../kit/page.js';
import { defineProcedure, siteScopeOf } from '../kit/procedure.js';
import { needs } from './pos-access.js';
import { registerId, registerPage, registerRecord } from './pos-contract.js';

const byId = z.object({ id: registerId });

/** Registers of an establishment. */
export function registerProcedures() {
  return {
    list: defineProcedure({
      type: 'query',
      access: needs('posManagement:read'),
      summary: 'One page of the registers of the establishment, by name.',
      input: pageInput.prefault({}),
      output: registerPage,
      run: (context, input) => context.services.views.till.registers(siteScopeOf(context), input),
    }),
    get: defineProcedure({
      type: 'query',
      access: needs('posManagement:read'),
      summary: 'One register.',
      input: byId,
      output: registerRecord,
      errors: ['unknown_register'],
      run: async (context, { id }) => {
        const register = await context.services.views.till.register(siteScopeOf(context), id);
        if (register === null) throw new DomainError('unknown_register');
        return register;
      },
    }),
    create: defineProcedure({
      type: 'mutation',
      access: needs('posManagement:write'),
      summary: 'Makes a register.',
      input: z.object({ name: registerName }),
      output: registerRecord,
      errors: ['duplicate'],
      run: (context, { name }) => context.services.till.createRegister(siteScopeOf(context), name),
    }),
    update: defineProcedure({
      type: 'mutation',
      access: needs('posManagement:write'),
      summary: 'Renames a register that has recorded nothing, takes it out of use, or begins or ends training at it.',
      input: byId.extend({ name: registerName.optional(), active: z.boolean().optional(), training: z.boolean().optional() }),
      output: registerRecord,
      errors: ['unknown_register', 'duplicate', 'in_use', 'shift_open'],
      run: (context, { id, ...changes }) => context.services.till.updateRegister(siteScopeOf(context), id, changes),
    }),
    delete: defineProcedure({
      type: 'mutation',
      access: needs('posManagement:delete'),
      summary: 'Deletes a register that has recorded nothing.',
      input: byId,
      output: z.object({ id: z.string() }),
      errors: ['unknown_register', 'in_use'],
      run: async (context, { id }) => {
        await context.services.till.deleteRegister(siteScopeOf(context), id);
        return { id };
      },
    }),
  };
}
