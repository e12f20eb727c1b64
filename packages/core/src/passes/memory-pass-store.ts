import { compareText } from '../kit/compare-text.js';
import { DomainError } from '../kit/errors.js';
import { idCursorPage, readIdCursor } from '../kit/id-cursor.js';
import { type CrudRows, type CrudTable, crudKey, rowsOfSite } from '../kit/memory-crud-store.js';
import { pageRows } from '../kit/memory-page.js';
import { makeMemoryVersionedStore } from '../kit/memory-versioned-store.js';
import type { Scope } from '../kit/scope.js';
import type { Pass, PassUse } from './pass.js';
import type { PassOnDay, PassStore, PassViews } from './pass-store.js';

export interface PassTables {
  readonly passes: CrudTable<Pass>;
  readonly uses: CrudTable<PassUse>;
}

/** Passes without a database: one transaction at a time, so that nothing has to be locked. */
export function makeMemoryPasses({ passes, uses }: PassTables): { store: PassStore; views: PassViews } {
  const { store, views } = makeMemoryVersionedStore(passes, {
    sort: (left, right) => compareText(right.id, left.id),
    searched: ({ name, owner }) => `${name}\n${owner.name}\n${owner.email ?? ''}`,
    inUse: () => false,
    clash: (row, other) => row.code === other.code,
  });

  const locked = (scope: Scope, pass: Pass | undefined, day: string) => (pass === undefined ? null : onDay(uses, scope, pass, day));

  async function addUse(scope: Scope, use: PassUse): Promise<void> {
    const pass = passes.get(crudKey(scope, use.passId));
    if (pass === undefined) throw new DomainError('unknown_record');
    const clashes = rowsOfSite(uses, scope).some(({ id, annuls }) => id === use.id || (annuls !== null && annuls === use.annuls));
    if (clashes) throw new DomainError('duplicate');
    const { tenantId, siteId } = scope;
    uses.set(crudKey(scope, use.id), { tenantId, siteId, row: use });
    passes.set(crudKey(scope, use.passId), { ...pass, row: { ...pass.row, used: pass.row.used + use.entries } });
  }

  return {
    store: {
      create: store.create,
      change: (scope, id, decide) => store.change(scope, id, (before) => ({ ...decide(before), used: before.used })),
      lock: async (scope, passId, day) => locked(scope, passes.get(crudKey(scope, passId))?.row, day),
      lockByCode: async (scope, code, day) =>
        locked(
          scope,
          rowsOfSite(passes, scope).find((pass) => pass.code === code),
          day,
        ),
      addUse,
      async takeBack(scope, useId, back) {
        const use = uses.get(crudKey(scope, useId))?.row;
        if (use === undefined || use.entries !== 1 || rowsOfSite(uses, scope).some(({ annuls }) => annuls === useId)) return false;
        await addUse(scope, { ...use, ...back, entries: -1, annuls: useId });
        return true;
      },
    },
    views: {
      get: views.get,
      list: views.list,
      async listAfter(scope, { cursor, limit }) {
        const last = readIdCursor(cursor);
        const rows = rowsOfSite(passes.committed, scope).filter(({ id }) => last === null || compareText(id, last) < 0);
        return idCursorPage(
          rows.sort((left, right) => compareText(right.id, left.id)),
          limit,
        );
      },
      ofEmail: async (scope, email) =>
        rowsOfSite(passes.committed, scope)
          .filter(({ owner }) => owner.email === email)
          .sort((left, right) => compareText(right.id, left.id)),
      async uses(scope, passId, page) {
        const ofPass = rowsOfSite(uses.committed, scope).filter((use) => use.passId === passId);
        return pageRows(
          ofPass.sort((left, right) => right.at.getTime() - left.at.getTime() || compareText(right.id, left.id)),
          page,
        );
      },
      async standing(scope, { day, after, limit }) {
        const rows = rowsOfSite(passes.committed, scope)
          .filter(({ id, validUntil }) => (after === null || compareText(id, after) > 0) && (validUntil === null || validUntil >= day))
          .sort((left, right) => compareText(left.id, right.id))
          .slice(0, limit);
        return rows.map((pass) => onDay(uses.committed, scope, pass, day));
      },
    },
  };
}

function onDay(uses: CrudRows<PassUse>, scope: Scope, pass: Pass, day: string): PassOnDay {
  const ofDay = rowsOfSite(uses, scope).filter((use) => use.passId === pass.id && use.day === day);
  return { pass, usedOnDay: ofDay.reduce((sum, { entries }) => sum + entries, 0) };
}
