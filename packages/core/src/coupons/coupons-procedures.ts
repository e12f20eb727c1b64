import { z } from 'zod';
import { DomainError } from '../kit/errors.js';
import { pageOf } from '../kit/page.js';
import { defineProcedure, siteScopeOf } from '../kit/procedure.js';
import { idSchema } from '../kit/validate.js';
import {
  BATCH_MAX,
  batchInput,
  couponFields,
  couponQuery,
  couponRecord,
  couponUpdate,
  figuresQuery,
  figuresRecord,
  redemptionQuery,
  redemptionRecord,
  validateInput,
  validRecord,
} from './coupon-contract.js';
import { couponsCsv } from './coupon-csv.js';

const READ = { kind: 'permission', permissions: ['coupons:read'] } as const;
const WRITE = { kind: 'permission', permissions: ['coupons:write'] } as const;
const DELETE = { kind: 'permission', permissions: ['coupons:delete'] } as const;

const idInput = z.object({ id: idSchema });

/** The `coupons` router. */
export function couponsRouter() {
  return { ...readProcedures(), ...writeProcedures() };
}

function readProcedures() {
  return {
    list: defineProcedure({
      type: 'query',
      access: READ,
      summary: 'One page of the coupons, with how often each was redeemed.',
      input: couponQuery.prefault({}),
      output: pageOf(couponRecord),
      run: (context, query) => context.services.views.coupons.list(siteScopeOf(context), query),
    }),
    get: defineProcedure({
      type: 'query',
      access: READ,
      summary: 'One coupon.',
      input: idInput,
      output: couponRecord,
      errors: ['unknown_record'],
      run: async (context, { id }) => {
        const coupon = await context.services.views.coupons.get(siteScopeOf(context), id);
        if (coupon === null) throw new DomainError('unknown_record');
        return coupon;
      },
    }),
    validate: defineProcedure({
      type: 'query',
      access: READ,
      summary: 'What the coupon of a code takes off an order; `coupon_refused` with a `reason` when it does not count for it.',
      input: validateInput,
      output: validRecord,
      errors: ['unknown_record', 'coupon_refused'],
      run: (context, input) => context.services.coupons.validate(siteScopeOf(context), input),
    }),
    redemptions: defineProcedure({
      type: 'query',
      access: READ,
      summary: 'The orders coupons were used for, the newest first, given back ones included.',
      input: redemptionQuery.prefault({}),
      output: pageOf(redemptionRecord),
      run: (context, query) => context.services.views.coupons.redemptions(siteScopeOf(context), query),
    }),
    statistics: defineProcedure({
      type: 'query',
      access: READ,
      summary: 'How often a coupon, a batch or all of them were redeemed in a time, by how many clients and for how much.',
      input: figuresQuery.prefault({}),
      output: figuresRecord,
      run: (context, query) => context.services.views.coupons.figures(siteScopeOf(context), query),
    }),
    exportBatch: defineProcedure({
      type: 'query',
      access: READ,
      summary: 'The coupons of a batch as CSV (RFC 4180, UTF-8), by code.',
      input: z.object({ batchId: idSchema }),
      output: z.object({ text: z.string(), coupons: z.int() }),
      errors: ['unknown_record'],
      run: async (context, { batchId }) => {
        const coupons = await context.services.views.coupons.ofBatch(siteScopeOf(context), batchId);
        if (coupons.length === 0) throw new DomainError('unknown_record');
        return { text: couponsCsv(coupons), coupons: coupons.length };
      },
    }),
  };
}

function writeProcedures() {
  return {
    create: defineProcedure({
      type: 'mutation',
      access: WRITE,
      summary: 'Creates a coupon; its code counts in any case, with and without hyphens.',
      input: couponFields,
      output: couponRecord,
      errors: ['duplicate', 'unknown_item', 'unknown_category'],
      run: (context, fields) => context.services.coupons.create(siteScopeOf(context), fields),
    }),
    update: defineProcedure({
      type: 'mutation',
      access: WRITE,
      summary: 'Changes the fields of a coupon that are sent; null clears. With `version`, only that version.',
      input: couponUpdate,
      output: couponRecord,
      errors: ['unknown_record', 'duplicate', 'stale', 'invalid_request', 'unknown_item', 'unknown_category'],
      run: (context, { id, version, ...patch }) => context.services.coupons.update(siteScopeOf(context), id, patch, version),
    }),
    delete: defineProcedure({
      type: 'mutation',
      access: DELETE,
      summary: 'Deletes a coupon that was never redeemed; turn off the others with `active`.',
      input: idInput,
      output: idInput,
      errors: ['unknown_record', 'in_use'],
      run: async (context, { id }) => {
        const scope = siteScopeOf(context);
        const deleted = await context.services.unitOfWork(scope, (_services, { coupons }) => coupons.delete(scope, id));
        if (!deleted) throw new DomainError('unknown_record');
        return { id };
      },
    }),
    generateBatch: defineProcedure({
      type: 'mutation',
      access: WRITE,
      summary: `Makes up to ${BATCH_MAX} coupons of the same terms with codes that cannot be guessed; \`exportBatch\` lists them.`,
      input: batchInput,
      output: z.object({ batchId: z.string(), count: z.int() }),
      errors: ['unknown_item', 'unknown_category'],
      run: async (context, input) => {
        const { batchId, coupons } = await context.services.coupons.generate(siteScopeOf(context), input);
        return { batchId, count: coupons.length };
      },
    }),
  };
}
