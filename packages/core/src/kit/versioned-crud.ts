import { z } from 'zod';
import type { Stores, Views } from '../stores.js';
import type { CrudNames, CrudPermissions } from './crud.js';
import { DomainError } from './errors.js';
import { pageInput, pageOf } from './page.js';
import { type CallContext, defineProcedure, type Permission, siteScopeOf } from './procedure.js';
import type { Scope } from './scope.js';
import { idSchema, parse } from './validate.js';
import {
  edited,
  type FieldsOf,
  newlyVersioned,
  type PatchOf,
  patched,
  seenVersion,
  type VersionedRecord,
  type VersionedStore,
  type VersionedViews,
} from './versioned.js';

export interface VersionedContract<Row extends VersionedRecord> {
  /** The record as it is answered. */
  readonly record: z.ZodType<Row, Row>;
  /** What a caller may set: the input of `create`, and what the record must still be after an update. */
  readonly fields: z.ZodType<FieldsOf<Row>>;
  /** What a caller may change: undefined leaves, null clears. */
  readonly patch: z.ZodType<PatchOf<FieldsOf<Row>>>;
}

/** Where the records are, of a transaction and outside of it. */
export interface VersionedPlaces<Row extends VersionedRecord> {
  readonly store: (stores: Stores) => VersionedStore<Row>;
  readonly views: (views: Views) => VersionedViews<Row>;
}

const idInput = z.object({ id: idSchema });

/**
 * The five standard procedures over reference data whose edits must not overwrite each other. As with `crud`: spread them,
 * override one by its key; the first rule beyond the contract means writing that procedure by hand.
 *
 * `rowOf` joins the fields with what every record has; it is a parameter because only the caller knows the record type.
 */
export function versionedCrud<Row extends VersionedRecord>(
  names: CrudNames,
  { record, fields, patch }: VersionedContract<Row>,
  places: VersionedPlaces<Row>,
  permissions: CrudPermissions,
  rowOf: (fields: FieldsOf<Row>, kept: VersionedRecord) => Row,
) {
  const access = (permission: Permission) => ({ kind: 'permission', permissions: [permission] }) as const;
  return {
    list: defineProcedure({
      type: 'query',
      access: access(permissions.read),
      summary: `One page of the ${names.many}.`,
      input: pageInput.prefault({}),
      output: pageOf(record),
      run: async (context, input) => {
        const page = await places.views(context.services.views).list(siteScopeOf(context), input);
        return { ...page, items: [...page.items] };
      },
    }),
    get: defineProcedure({
      type: 'query',
      access: access(permissions.read),
      summary: `One ${names.one}.`,
      input: idInput,
      output: record,
      errors: ['unknown_record'],
      run: async (context, { id }) => {
        const row = await places.views(context.services.views).get(siteScopeOf(context), id);
        if (row === null) throw new DomainError('unknown_record');
        return row;
      },
    }),
    create: defineProcedure({
      type: 'mutation',
      access: access(permissions.write),
      summary: `Creates a ${names.one}.`,
      input: fields,
      output: record,
      errors: ['duplicate', 'unknown_record'],
      run: (context, input) => {
        const row = rowOf(input, newlyVersioned(context.services.ids.uuid(), context.services.clock.now()));
        return written(context, places, (store, scope) => store.create(scope, row));
      },
    }),
    update: defineProcedure({
      type: 'mutation',
      access: access(permissions.write),
      summary: `Changes the fields of a ${names.one} that are sent; null clears. With \`version\`, only that version.`,
      input: z.intersection(z.object({ id: idSchema, version: seenVersion }), patch),
      output: record,
      errors: ['unknown_record', 'duplicate', 'stale', 'invalid_request'],
      // The compiler cannot see that taking id and version off leaves the patch.
      run: (context, { id, version, ...changes }) => {
        const now = context.services.clock.now();
        const decide = (row: Row) =>
          edited(row, parse(fields, patched<FieldsOf<Row>>(row, changes as PatchOf<FieldsOf<Row>>)), version, now);
        return written(context, places, (store, scope) => store.change(scope, id, decide));
      },
    }),
    delete: defineProcedure({
      type: 'mutation',
      access: access(permissions.delete),
      summary: `Deletes a ${names.one}.`,
      input: idInput,
      output: idInput,
      errors: ['unknown_record', 'in_use'],
      run: async (context, { id }) => {
        if (!(await written(context, places, (store, scope) => store.delete(scope, id)))) throw new DomainError('unknown_record');
        return { id };
      },
    }),
  };
}

function written<Row extends VersionedRecord, Result>(
  context: CallContext,
  places: VersionedPlaces<Row>,
  write: (store: VersionedStore<Row>, scope: Scope) => Promise<Result>,
): Promise<Result> {
  const scope = siteScopeOf(context);
  return context.services.unitOfWork(scope, (_services, stores) => write(places.store(stores), scope));
}
