import { z } from 'zod';
import { emailSchema } from '../identity/email.js';
import { DomainError } from '../kit/errors.js';
import { pageInput, pageOf } from '../kit/page.js';
import { type CallContext, defineProcedure, type Permission, siteScopeOf } from '../kit/procedure.js';
import { personal, secret } from '../kit/secret.js';
import { idSchema } from '../kit/validate.js';
import { seenVersion } from '../kit/versioned.js';
import { PORTAL_LANGUAGES } from './portal-words.js';
import { presentVendors } from './present-vendor.js';
import type { Vendor } from './vendor.js';
import { vendorFilters, vendorId, vendorInput, vendorPatch, vendorProduct, vendorRecord } from './vendor-contract.js';
import { VENDOR_COLUMNS, vendorsCsv } from './vendors-csv.js';

/** Vendors in one export. */
const EXPORT_MAX = 20_000;

const may = (permission: Permission) => ({ kind: 'permission', permissions: [permission] }) as const;
const columns = VENDOR_COLUMNS.map(({ name }) => name).join(', ');
const linkOptions = {
  ttlDays: z.int().min(1).max(365).default(30),
  language: z.enum(PORTAL_LANGUAGES).nullable().default(null),
};
const productOfVendor = vendorId.extend({ productId: idSchema });

/** The `vendors` router: who an establishment buys from. */
export function vendorsRouter() {
  return { ...recordProcedures(), ...productProcedures(), ...portalProcedures() };
}

function recordProcedures() {
  return {
    list: defineProcedure({
      type: 'query',
      access: may('vendors:read'),
      summary:
        'One page of the vendors, by name; `search` looks in name, mail address and shop id. Those that were merged away are not in it.',
      input: vendorFilters.prefault({}),
      output: pageOf(vendorRecord),
      run: async (context, filter) => {
        const { items, ...page } = await context.services.views.vendors.list(siteScopeOf(context), filter);
        return { ...page, items: await presented(context, items) };
      },
    }),
    get: defineProcedure({
      type: 'query',
      access: may('vendors:read'),
      summary: 'One vendor; of one that was merged away, `mergedInto` says which one stayed.',
      input: vendorId,
      output: vendorRecord,
      errors: ['unknown_record'],
      run: async (context, { id }) => answered(context, await found(context, id)),
    }),
    create: defineProcedure({
      type: 'mutation',
      access: may('vendors:write'),
      summary: 'Creates a vendor. The pair of type and shop id is unique: suppliers and manufacturers of a shop are numbered apart.',
      input: vendorInput,
      output: vendorRecord,
      errors: ['duplicate'],
      run: async (context, input) => answered(context, await context.services.vendors.create(siteScopeOf(context), input)),
    }),
    update: defineProcedure({
      type: 'mutation',
      access: may('vendors:write'),
      summary:
        'Changes the fields of a vendor that are sent; null clears. `data` is merged by name and never replaced; null removes a name.',
      input: vendorPatch.extend({ id: idSchema, version: seenVersion }),
      output: vendorRecord,
      errors: ['unknown_record', 'stale', 'duplicate'],
      run: async (context, { id, version, ...patch }) =>
        answered(context, await context.services.vendors.update(siteScopeOf(context), id, patch, version)),
    }),
    delete: defineProcedure({
      type: 'mutation',
      access: may('vendors:delete'),
      summary:
        'Deletes a vendor that no product names, or hands its products to `reassignTo` first. One that its shop still has comes back with the next synchronization: merge it instead.',
      input: vendorId.extend({ reassignTo: idSchema.nullable().default(null) }),
      output: vendorId,
      errors: ['unknown_record', 'in_use'],
      run: async (context, { id, reassignTo }) => {
        await context.services.vendors.remove(siteScopeOf(context), id, reassignTo);
        return { id };
      },
    }),
    merge: defineProcedure({
      type: 'mutation',
      access: may('vendors:delete'),
      summary:
        'Makes one vendor of two: `intoId` stays and takes the products and what it did not know; the shop id of `fromId` leads to it from then on. `version` is that of the one that stays.',
      input: z.object({ fromId: idSchema, intoId: idSchema, version: seenVersion }),
      output: vendorRecord,
      errors: ['unknown_record', 'stale', 'invalid_request'],
      run: async (context, { fromId, intoId, version }) =>
        answered(context, await context.services.vendors.merge(siteScopeOf(context), fromId, intoId, version)),
    }),
    exportCsv: defineProcedure({
      type: 'query',
      access: may('vendors:read'),
      summary: `The vendors of a list as CSV (RFC 4180, UTF-8), up to ${EXPORT_MAX} of them. What a spreadsheet would calculate stands behind an apostrophe. Columns: ${columns}.`,
      input: vendorFilters.omit({ page: true, pageSize: true }).prefault({}),
      output: z.object({ text: z.string(), vendors: z.int() }),
      run: async (context, filter) => {
        const [scope, { vendors }] = [siteScopeOf(context), context.services.views];
        const { items, total } = await vendors.list(scope, { ...filter, page: 1, pageSize: EXPORT_MAX });
        if (total > EXPORT_MAX) throw tooMany(total);
        return {
          text: vendorsCsv(
            items,
            await vendors.productCounts(
              scope,
              items.map(({ id }) => id),
            ),
          ),
          vendors: total,
        };
      },
    }),
  };
}

function productProcedures() {
  return {
    listProducts: defineProcedure({
      type: 'query',
      access: may('vendors:read'),
      summary: 'One page of the products that name the vendor as theirs, by name.',
      input: pageInput.extend(vendorId.shape),
      output: pageOf(vendorProduct),
      errors: ['unknown_record'],
      run: async (context, { id, ...page }) => {
        const vendor = await found(context, id);
        const filter = { ...page, vendorId: vendor.id, sort: 'name' } as const;
        return context.services.views.products.list(siteScopeOf(context), filter);
      },
    }),
    linkProduct: defineProcedure({
      type: 'mutation',
      access: may('vendors:write'),
      summary: 'Makes the vendor the one a product is bought from, in place of another.',
      input: productOfVendor,
      output: productOfVendor,
      errors: ['unknown_record', 'unknown_item'],
      run: async (context, input) => {
        await context.services.vendors.linkProduct(siteScopeOf(context), input.id, input.productId);
        return input;
      },
    }),
    unlinkProduct: defineProcedure({
      type: 'mutation',
      access: may('vendors:write'),
      summary: 'Leaves a product of the vendor without one.',
      input: productOfVendor,
      output: productOfVendor,
      errors: ['unknown_record', 'unknown_item'],
      run: async (context, input) => {
        await context.services.vendors.unlinkProduct(siteScopeOf(context), input.id, input.productId);
        return input;
      },
    }),
  };
}

function portalProcedures() {
  return {
    createPortalLink: defineProcedure({
      type: 'mutation',
      access: may('vendors:write'),
      summary: 'A new address at which the vendor sees its products and their stock, in place of the earlier one. It is shown this once.',
      input: vendorId.extend(linkOptions),
      output: z.object({ url: secret(z.string()), expiresAt: z.date() }),
      errors: ['unknown_record'],
      run: async (context, { id, ...options }) => {
        const { url, expiresAt } = await context.services.vendorPortal.createLink(siteScopeOf(context), id, options);
        return { url, expiresAt };
      },
    }),
    revokePortalLink: defineProcedure({
      type: 'mutation',
      access: may('vendors:write'),
      summary: 'Ends the link of the vendor to the portal.',
      input: vendorId,
      output: vendorId,
      errors: ['unknown_record'],
      run: async (context, { id }) => {
        await context.services.vendorPortal.revokeLink(siteScopeOf(context), id);
        return { id };
      },
    }),
    sendPortalLink: defineProcedure({
      type: 'mutation',
      access: may('vendors:write'),
      summary: 'Mails the vendor, or `to`, a new link to the portal, in place of the earlier one.',
      input: vendorId.extend({ ...linkOptions, to: personal(emailSchema.nullable().default(null)) }),
      output: z.object({ id: z.string(), expiresAt: z.date() }),
      errors: ['unknown_record', 'invalid_request'],
      run: async (context, { id, ...options }) => ({
        id,
        expiresAt: await context.services.vendorPortal.sendLink(siteScopeOf(context), id, options),
      }),
    }),
  };
}

async function found(context: CallContext, id: string): Promise<Vendor> {
  const vendor = await context.services.views.vendors.get(siteScopeOf(context), id);
  if (vendor === null) throw new DomainError('unknown_record');
  return vendor;
}

function presented(context: CallContext, vendors: readonly Vendor[]) {
  return presentVendors(context.services.views.vendors, siteScopeOf(context), vendors);
}

async function answered(context: CallContext, vendor: Vendor) {
  const [record] = await presented(context, [vendor]);
  if (record === undefined) throw new DomainError('unknown_record');
  return record;
}

function tooMany(total: number): DomainError {
  const message = `These are ${total} vendors; narrow the list to ${EXPORT_MAX} at most.`;
  return new DomainError('invalid_request', { issues: [{ path: '', message }] });
}
