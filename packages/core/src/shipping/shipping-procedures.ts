import { defineProcedure, siteScopeOf } from '../kit/procedure.js';
import { versionedCrud } from '../kit/versioned-crud.js';
import { shipmentProcedures } from '../settlement/shipment-procedures.js';
import { quoteShipping } from './quote.js';
import type { ShippingMethod, ShippingZone } from './shipping.js';
import {
  methodFields,
  methodPatch,
  methodRecord,
  quoteInput,
  quoteRecord,
  zoneFields,
  zonePatch,
  zoneRecord,
} from './shipping-contract.js';

const PERMISSIONS = { read: 'shipping:read', write: 'shipping:write', delete: 'shipping:delete' } as const;

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
    listZones: zones.list,
    getZone: zones.get,
    createZone: zones.create,
    updateZone: zones.update,
    deleteZone: zones.delete,
    listMethods: methods.list,
    getMethod: methods.get,
    createMethod: methods.create,
    updateMethod: methods.update,
    deleteMethod: methods.delete,
    quote: defineProcedure({
      type: 'query',
      access: { kind: 'permission', permissions: [PERMISSIONS.read] },
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
