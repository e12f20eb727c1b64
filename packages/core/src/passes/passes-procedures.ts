import { z } from 'zod';
import { DomainError } from '../kit/errors.js';
import { pageInput, pageOf } from '../kit/page.js';
import { defineProcedure, siteScopeOf } from '../kit/procedure.js';
import { idSchema } from '../kit/validate.js';
import { seenVersion } from '../kit/versioned.js';
import { blockInput, passInput, passPatch, passRecord, passUseRecord, useInput } from './pass-contract.js';

const READ = { kind: 'permission', permissions: ['passes:read'] } as const;
const WRITE = { kind: 'permission', permissions: ['passes:write'] } as const;
const USE = { kind: 'permission', permissions: ['passes:use'] } as const;

const byId = z.object({ id: idSchema });

/** The `passes` router: what lets its owner in again and again. */
export function passesRouter() {
  return { ...readProcedures(), ...writeProcedures() };
}

function readProcedures() {
  return {
    list: defineProcedure({
      type: 'query',
      access: READ,
      summary: 'One page of the passes, the newest first; `search` looks in name, owner and mail address.',
      input: pageInput.prefault({}),
      output: pageOf(passRecord),
      run: async (context, input) => {
        const page = await context.services.views.passes.list(siteScopeOf(context), input);
        return { ...page, items: [...page.items] };
      },
    }),
    get: defineProcedure({
      type: 'query',
      access: READ,
      summary: 'One pass.',
      input: byId,
      output: passRecord,
      errors: ['unknown_pass'],
      run: async (context, { id }) => {
        const pass = await context.services.views.passes.get(siteScopeOf(context), id);
        if (pass === null) throw new DomainError('unknown_pass');
        return pass;
      },
    }),
    listUses: defineProcedure({
      type: 'query',
      access: READ,
      summary: 'Entries with a pass, the newest first.',
      input: pageInput.extend(byId.shape),
      output: pageOf(passUseRecord),
      run: async (context, { id, ...input }) => {
        const page = await context.services.views.passes.uses(siteScopeOf(context), id, input);
        return { ...page, items: [...page.items] };
      },
    }),
  };
}

function writeProcedures() {
  return {
    create: defineProcedure({
      type: 'mutation',
      access: WRITE,
      summary: 'Makes a pass, with a code of its own.',
      input: passInput,
      output: passRecord,
      errors: ['feature_disabled'],
      run: (context, input) => context.services.passes.create(siteScopeOf(context), input),
    }),
    update: defineProcedure({
      type: 'mutation',
      access: WRITE,
      summary: 'Changes the fields of a pass that are sent; null clears. Its code and its uses stay.',
      input: passPatch.extend({ id: idSchema, version: seenVersion }),
      output: passRecord,
      errors: ['unknown_pass', 'feature_disabled', 'stale', 'invalid_request'],
      run: (context, { id, version, ...patch }) => context.services.passes.update(siteScopeOf(context), id, patch, version),
    }),
    use: defineProcedure({
      type: 'mutation',
      access: USE,
      summary: 'Lets the owner in once; `pass_refused` with a `reason` when the pass does not let anybody in.',
      input: useInput.extend({ id: idSchema }),
      output: passRecord,
      errors: ['unknown_pass', 'feature_disabled', 'pass_refused', 'invalid_request'],
      run: (context, { id, ...use }) => context.services.passes.use(siteScopeOf(context), id, use),
    }),
    block: defineProcedure({
      type: 'mutation',
      access: WRITE,
      summary: 'Blocks a pass: it lets nobody in until it is unblocked.',
      input: blockInput.extend({ id: idSchema }),
      output: passRecord,
      errors: ['unknown_pass', 'feature_disabled'],
      run: (context, { id, reason }) => context.services.passes.block(siteScopeOf(context), id, reason),
    }),
    unblock: defineProcedure({
      type: 'mutation',
      access: WRITE,
      summary: 'Lets a blocked pass be used again.',
      input: byId,
      output: passRecord,
      errors: ['unknown_pass', 'feature_disabled'],
      run: (context, { id }) => context.services.passes.unblock(siteScopeOf(context), id),
    }),
  };
}
