import type { z } from 'zod';
import { DomainError } from '../kit/errors.js';
import { pageOf } from '../kit/page.js';
import { defineProcedure, type Permission, siteScopeOf } from '../kit/procedure.js';
import type { ApiKey, KeyKind } from './api-key.js';
import { byId, keyFilter, rotateInput, shownOnce, usesInput, usesRecord } from './key-contract.js';

const DAY_MS = 86_400_000;

/** One kind of key, as its router speaks of it. */
export interface KeyCalls<Record extends z.ZodType> {
  readonly kind: KeyKind;
  /** What one is called in the API reference: `feed key`. */
  readonly one: string;
  readonly read: Permission;
  readonly write: Permission;
  readonly record: Record;
  readonly present: (key: ApiKey) => z.input<Record>;
}

/** The calls that are the same for every kind of key of the establishment. Plain values: a router names them as it likes. */
export function keyProcedures<Record extends z.ZodType>(calls: KeyCalls<Record>) {
  return { ...readingProcedures(calls), ...changingProcedures(calls) };
}

function readingProcedures<Record extends z.ZodType>({ kind, one, read, record, present }: KeyCalls<Record>) {
  const access = needs(read);
  return {
    list: defineProcedure({
      type: 'query',
      access,
      summary: `One page of the ${one}s of the establishment, newest first.`,
      input: keyFilter,
      output: pageOf(record),
      run: async (context, filter) => {
        const { views, clock } = context.services;
        const page = await views.apiKeys.list(siteScopeOf(context), kind, filter, clock.now());
        return { ...page, items: page.items.map(present) };
      },
    }),
    get: defineProcedure({
      type: 'query',
      access,
      summary: `One ${one}, without its secret.`,
      input: byId,
      output: record,
      errors: ['unknown_record'],
      run: async (context, { id }) => present(found(await context.services.views.apiKeys.get(siteScopeOf(context), kind, id))),
    }),
    usage: defineProcedure({
      type: 'query',
      access,
      summary: `Calls made with the ${one} per day (UTC); days without calls are left out.`,
      input: usesInput,
      output: usesRecord,
      errors: ['unknown_record'],
      run: async (context, { id, days }) => {
        const { views, clock } = context.services;
        const scope = siteScopeOf(context);
        found(await views.apiKeys.get(scope, kind, id));
        const since = new Date(clock.now().getTime() - (days - 1) * DAY_MS).toISOString().slice(0, 10);
        const uses = await views.apiKeys.uses(scope, id, since);
        return { total: uses.reduce((sum, { calls }) => sum + calls, 0), days: [...uses] };
      },
    }),
  };
}

function changingProcedures<Record extends z.ZodType>({ kind, one, write, record, present }: KeyCalls<Record>) {
  const access = needs(write);
  return {
    rotate: defineProcedure({
      type: 'mutation',
      access,
      summary: `Replaces the ${one} by a new one, shown this once; the old one goes on working for a while.`,
      input: rotateInput,
      output: shownOnce(record),
      errors: ['unknown_record', 'key_ended'],
      run: async (context, { id, overlapHours }) => {
        const { key, secret } = await context.services.keys.rotate(siteScopeOf(context), kind, id, overlapHours);
        return { key: present(key), secret };
      },
    }),
    revoke: defineProcedure({
      type: 'mutation',
      access,
      summary: `Ends the ${one} at once.`,
      input: byId,
      output: record,
      errors: ['unknown_record'],
      run: async (context, { id }) => present(await context.services.keys.revoke(siteScopeOf(context), kind, id)),
    }),
  };
}

export function needs(permission: Permission) {
  return { kind: 'permission', permissions: [permission] } as const;
}

function found(key: ApiKey | null): ApiKey {
  if (key === null) throw new DomainError('unknown_record');
  return key;
}
