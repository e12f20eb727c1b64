import { z } from 'zod';
import { byId, expiresAt, keyName, keyRecord, NO_FIELDS, presentKey, shownOnce } from '../api-keys/key-contract.js';
import { keyProcedures, needs } from '../api-keys/key-procedures.js';
import { DomainError } from '../kit/errors.js';
import { type CallContext, defineProcedure, siteScopeOf } from '../kit/procedure.js';
import { versionedCrud } from '../kit/versioned-crud.js';
import { instantsOf } from '../sales/sale-period.js';
import { requireFeature } from '../sites/require-feature.js';
import type { Feature, Site } from '../sites/site.js';
import { addDays } from '../sites/wall-time.js';
import { annulInput, attendanceQuery, countInput, dayRecord, scansQuery } from './access-contract.js';
import { daysIn } from './attendance.js';
import type { Gate } from './gate.js';
import { gateFields, gatePatch, gateRecord } from './gate-contract.js';
import { countOutput, occupancyOutput, scanOutput, scanOutputOf } from './scan-outputs.js';

/** Days of attendance unless more are asked for, today the last. */
const DAYS_DEFAULT = 30;

/** The `accessControl` router: who was let in, how many are inside, how many came; the gates and their readers. */
export function accessControlRouter() {
  return { ...scanProcedures(), ...attendanceProcedures(), ...gateProcedures(), ...deviceProcedures() };
}

function scanProcedures() {
  return {
    scans: defineProcedure({
      type: 'query',
      access: needs('accessControl:read'),
      summary: 'One page of what was scanned, the latest first; refused codes too.',
      input: scansQuery.prefault({}),
      output: z.object({ items: z.array(scanOutput), nextCursor: z.string().nullable() }),
      errors: ['feature_disabled'],
      run: async (context, { from, to, ...filter }) => {
        const { timezone } = await siteWith(context, 'accessControl');
        const { views } = context.services;
        const page = await views.scans.list(siteScopeOf(context), { ...filter, ...instantsOf({ from, to }, timezone) });
        return { items: page.items.map(scanOutputOf), nextCursor: page.nextCursor };
      },
    }),
    occupancy: defineProcedure({
      type: 'query',
      access: needs('accessControl:read'),
      summary: 'How many are inside today, and what each gate has counted.',
      input: z.object({}).prefault({}),
      output: occupancyOutput,
      errors: ['feature_disabled'],
      run: async (context) => context.services.access.occupancy(siteScopeOf(context), await siteWith(context, 'accessControl')),
    }),
    annulScan: defineProcedure({
      type: 'mutation',
      access: needs('accessControl:scan'),
      summary: 'Annuls an admission of the last minutes, as if the code had not been read.',
      input: annulInput,
      output: scanOutput,
      errors: ['unknown_scan', 'scan_settled', 'feature_disabled'],
      run: async (context, input) => {
        const site = await siteWith(context, 'accessControl');
        return scanOutputOf(await context.services.access.annul(siteScopeOf(context), site, input));
      },
    }),
  };
}

function attendanceProcedures() {
  return {
    attendance: defineProcedure({
      type: 'query',
      access: needs('accessControl:read'),
      summary: `How many came, per day and hour; the last ${DAYS_DEFAULT} days unless told.`,
      input: attendanceQuery.prefault({}),
      output: z.array(dayRecord),
      errors: ['feature_disabled'],
      run: async (context, { from, to }) => {
        const { timezone } = await siteWith(context, 'attendance');
        const { access, clock } = context.services;
        const { first, last } = daysIn({ from, to }, timezone, clock.now());
        return access.attendance(siteScopeOf(context), { first: from === undefined ? addDays(last, 1 - DAYS_DEFAULT) : first, last });
      },
    }),
    addAttendance: defineProcedure({
      type: 'mutation',
      access: needs('accessControl:scan'),
      summary: 'Adds people that were counted by hand; a negative count takes back.',
      input: countInput,
      output: countOutput,
      errors: ['feature_disabled', 'invalid_request'],
      run: async (context, { count, at = null, note = null }) => {
        const site = await siteWith(context, 'attendance');
        return context.services.access.count(siteScopeOf(context), site, { count, at, note });
      },
    }),
  };
}

function gateProcedures() {
  const {
    list,
    get,
    create,
    update,
    delete: remove,
  } = versionedCrud<Gate>(
    { one: 'gate', many: 'gates that have rules of their own' },
    { record: gateRecord, fields: gateFields, patch: gatePatch },
    { store: ({ accessGates }) => accessGates, views: ({ accessGates }) => accessGates },
    { read: 'accessControl:read', write: 'accessControl:write', delete: 'accessControl:write' },
    (fields, kept) => ({ ...fields, ...kept }),
  );
  return {
    listGates: list,
    getGate: get,
    createGate: defineProcedure({
      ...create,
      errors: ['duplicate', 'unknown_offer'],
      run: async (context, input) => {
        await requireOffers(context, input.offerIds);
        return create.run(context, input);
      },
    }),
    updateGate: defineProcedure({
      ...update,
      errors: ['unknown_record', 'duplicate', 'stale', 'invalid_request', 'unknown_offer'],
      run: async (context, input) => {
        await requireOffers(context, input.offerIds ?? []);
        return update.run(context, input);
      },
    }),
    deleteGate: remove,
  };
}

/** Throws `unknown_offer` unless all of them are offers of the establishment. */
async function requireOffers(context: CallContext, offerIds: readonly string[]): Promise<void> {
  const { offers } = context.services.views;
  const found = await Promise.all(offerIds.map((id) => offers.get(siteScopeOf(context), id)));
  if (found.includes(null)) throw new DomainError('unknown_offer');
}

function deviceProcedures() {
  const { list, rotate, revoke, usage } = keyProcedures({
    kind: 'device',
    one: 'device key',
    read: 'accessControl:read',
    write: 'accessControl:devices',
    record: keyRecord,
    present: presentKey,
  });
  return {
    listDevices: list,
    createDevice: defineProcedure({
      type: 'mutation',
      access: needs('accessControl:devices'),
      summary: 'Creates the key of a device that scans at the gates of the establishment and does nothing else; shows it, this once.',
      input: z.object({ name: keyName, expiresAt: expiresAt.default(null) }),
      output: shownOnce(keyRecord),
      errors: ['unknown_shop'],
      run: async (context, fields) => {
        const { key, secret } = await context.services.keys.create(siteScopeOf(context), 'device', { ...NO_FIELDS, ...fields });
        return { key: presentKey(key), secret };
      },
    }),
    updateDevice: defineProcedure({
      type: 'mutation',
      access: needs('accessControl:devices'),
      summary: 'Changes the name or the end of a device key; null takes the end away.',
      input: byId.extend({ name: keyName.optional(), expiresAt: expiresAt.optional() }),
      output: keyRecord,
      errors: ['unknown_record', 'key_ended'],
      run: async (context, { id, ...patch }) => presentKey(await context.services.keys.update(siteScopeOf(context), 'device', id, patch)),
    }),
    rotateDevice: rotate,
    revokeDevice: revoke,
    deviceUsage: usage,
  };
}

/** The establishment of the call, which has switched the service on. */
async function siteWith(context: CallContext, feature: Feature): Promise<Site> {
  const site = await context.services.views.sites.get(siteScopeOf(context));
  if (site === null) throw new DomainError('unknown_shop');
  requireFeature(site, feature);
  return site;
}
