import { pageOf } from '../kit/page.js';
import { defineProcedure, siteScopeOf } from '../kit/procedure.js';
import { versionedCrud } from '../kit/versioned-crud.js';
import { shipmentProcedures } from '../settlement/shipment-procedures.js';
import { quoteShipping } from './quote.js';
import type { ShippingMethod, ShippingZone } from './shipping.js';
import {
  methodFields,
  methodPatch,
  methodQuery,
  methodRecord,
  quoteInput,
  quoteRecord,
  zoneFields,
  zonePatch,
  zoneQuery,
  zoneRecord,
} from './shipping-contract.js';

const PERMISSIONS = { read: 'shipping:read', write: 'shipping:write', delete: 'shipping:delete' } as const;
const READ = { kind: 'permission', permissions: [PERMISSIONS.read] } as const;

/** The `shipping` router: zones, the methods in them, and what a delivery costs. */
export function shippingRouter() {
  const zones = versionedCrud<ShippingZone>(
    { one: 'shipping zone', many: 'shipping zones, in the order in which an address is looked for in them' },
    { record: zoneRecord, fields: zoneFields, patch: zonePatch },
    { store: ({ shippingZones }) => shippingZones, views: ({ shippingZones }) => shippingZones },
    PERMISSIONS,
    (fields, kept) => ({ ...fields, ...kept }),
  );
  const methods = versionedCrud<ShippingMethod>(
    { one: 'shipping method', many: 'shipping methods' },
    { record: methodRecord, fields: methodFields, patch: methodPatch },
    { store: ({ shippingMethods }) => shippingMethods, views: ({ shippingMethods }) => shippingMethods },
    PERMISSIONS,
    (fields, kept) => ({ ...fields, ...kept }),
  );
  return {
    listZones: defineProcedure({
      type: 'query',
      access: READ,
      summary:
        'One page of the shipping zones, in the order in which an address is looked for in them unless told; `search` looks in the name.',
      input: zoneQuery.prefault({}),
      output: pageOf(zoneRecord),
      run: async (context, query) => {
        const { items, ...page } = await context.services.views.shippingZones.list(siteScopeOf(context), query);
        return { ...page, items: [...items] };
      },
    }),
    getZone: zones.get,
    createZone: zones.create,
    updateZone: zones.update,
    deleteZone: zones.delete,
    listMethods: defineProcedure({
      type: 'query',
      access: READ,
      summary: 'One page of the shipping methods, by position unless told; `search` looks in name and carrier.',
      input: methodQuery.prefault({}),
      output: pageOf(methodRecord),
      run: async (context, query) => {
        const { items, ...page } = await context.services.views.shippingMethods.list(siteScopeOf(context), query);
        return { ...page, items: [...items] };
      },
    }),
    getMethod: methods.get,
    createMethod: methods.create,
    updateMethod: methods.update,
    deleteMethod: methods.delete,
    quote: defineProcedure({
      type: 'query',
      access: READ,
      summary:
        'The ways to deliver items, or a weight and a total, to a country and postcode: price, tax and days; none where no zone fits.',
      input: quoteInput,
      output: quoteRecord,
      errors: ['unknown_item'],
      run: (context, input) => quoteShipping(context.services.views, siteScopeOf(context), input),
    }),
    ...shipmentProcedures(),
  };
}
