import { z } from 'zod';
import { DomainError } from './errors.js';
import { type Page, type PageInput, pageInput, pageOf } from './page.js';
import { type CallContext, defineProcedure, type Permission, siteScopeOf } from './procedure.js';
import type { Scope } from './scope.js';
import { idSchema } from './validate.js';

/** A record of reference data: an id, and fields that need no rules beyond their shape. */
export interface CrudRecord {
  readonly id: string;
}

/** Fields to change: absent leaves, null clears (where the field may be null). */
export type CrudPatch<Row extends CrudRecord> = { readonly [Field in Exclude<keyof Row, 'id'>]?: Row[Field] | undefined };

/** Records of one kind within one establishment. Rows of other tenants and establishments are absent, never an error. */
export interface CrudStore<Row extends CrudRecord> {
  /** One page, in the store's own stable order; `search` looks in the texts the store declares. */
  list(scope: Scope, page: PageInput): Promise<Page<Row>>;
  get(scope: Scope, id: string): Promise<Row | null>;
  /** Throws `duplicate` when the id or a unique value is taken. */
  create(scope: Scope, row: Row): Promise<Row>;
  /** Changes the fields the patch names; null when there is no such record. Throws `duplicate`. */
  update(scope: Scope, id: string, patch: CrudPatch<Row>): Promise<Row | null>;
  /** False when there was no such record. Throws `in_use` when other records refer to it. */
  delete(scope: Scope, id: string): Promise<boolean>;
}

export interface CrudContract<Row extends CrudRecord> {
  /** The record as it is answered. */
  readonly record: z.ZodType<Row, Row>;
  /** What a caller may set when creating; the id is made here. */
  readonly create: z.ZodType<Omit<Row, 'id'>>;
  /** What a caller may change: undefined leaves, null clears. */
  readonly patch: z.ZodType<CrudPatch<Row>>;
}

export interface CrudPermissions {
  readonly read: Permission;
  readonly write: Permission;
  readonly delete: Permission;
}

/** One and several of the records, for the API reference: `tax rate`, `tax rates`. */
export interface CrudNames {
  readonly one: string;
  readonly many: string;
}

const idInput = z.object({ id: idSchema });

/**
 * The five standard procedures over reference data: `list get create update delete`. Plain values: spread them into a router,
 * override one by its key, drop one by destructuring. The first rule means writing that procedure by hand.
 *
 * `rowOf` joins a new id and the created fields into a record; it is a parameter because only the caller knows the record type.
 */
export function crud<Row extends CrudRecord>(
  names: CrudNames,
  contract: CrudContract<Row>,
  storeOf: (services: CallContext['services']) => CrudStore<Row>,
  permissions: CrudPermissions,
  rowOf: (fields: Omit<Row, 'id'>, id: string) => Row,
) {
  const { record } = contract;
  const access = (permission: Permission) => ({ kind: 'permission', permissions: [permission] }) as const;
  return {
    list: defineProcedure({
      type: 'query',
      access: access(permissions.read),
      summary: `One page of the ${names.many}.`,
      input: pageInput.prefault({}),
      output: pageOf(record),
      run: async (context, input) => {
        const page = await storeOf(context.services).list(siteScopeOf(context), input);
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
      run: async (context, { id }) => found(await storeOf(context.services).get(siteScopeOf(context), id)),
    }),
    create: defineProcedure({
      type: 'mutation',
      access: access(permissions.write),
      summary: `Creates a ${names.one}.`,
      input: contract.create,
      output: record,
      errors: ['duplicate'],
      run: (context, fields) => storeOf(context.services).create(siteScopeOf(context), rowOf(fields, context.services.ids.uuid())),
    }),
    update: defineProcedure({
      type: 'mutation',
      access: access(permissions.write),
      summary: `Changes the fields of a ${names.one} that are sent; null clears.`,
      input: z.intersection(idInput, contract.patch),
      output: record,
      errors: ['unknown_record', 'duplicate'],
      // The compiler cannot see that taking the id off leaves the patch.
      run: async (context, { id, ...patch }) =>
        found(await storeOf(context.services).update(siteScopeOf(context), id, patch as CrudPatch<Row>)),
    }),
    delete: defineProcedure({
      type: 'mutation',
      access: access(permissions.delete),
      summary: `Deletes a ${names.one}.`,
      input: idInput,
      output: idInput,
      errors: ['unknown_record', 'in_use'],
      run: async (context, { id }) => {
        if (!(await storeOf(context.services).delete(siteScopeOf(context), id))) throw new DomainError('unknown_record');
        return { id };
      },
    }),
  };
}

function found<Row>(row: Row | null): Row {
  if (row === null) throw new DomainError('unknown_record');
  return row;
}
