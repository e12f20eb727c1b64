import { asError, DomainError } from '../kit/errors.js';
import { type CrudRows, type CrudTable, rowsOfSite } from '../kit/memory-crud-store.js';
import type { MemoryTable } from '../kit/memory-database.js';
import type { Scope } from '../kit/scope.js';
import type { Site } from '../sites/site.js';
import {
  availableOf,
  byUnit,
  effectOf,
  type NewStockAction,
  type StockAction,
  type StockLevel,
  type StockReason,
  type StockUnit,
  unitKey,
} from './stock-action.js';
import type { Posted, Shortage, StockStore } from './stock-store.js';

export interface StockTables {
  readonly levels: CrudTable<StockLevel>;
  readonly actions: CrudTable<StockAction>;
}

/** The stock ledger without a database. */
export function makeMemoryStock(tables: StockTables, sites: MemoryTable<Site>): StockStore {
  const levelOf = (scope: Scope, unit: StockUnit) => tables.levels.get(siteKey(scope, unitKey(unit)))?.row ?? null;
  const keep = (scope: Scope, level: StockLevel) => tables.levels.set(siteKey(scope, unitKey(level)), { ...ownerOf(scope), row: level });
  const write = (scope: Scope, action: StockAction) => tables.actions.set(siteKey(scope, action.id), { ...ownerOf(scope), row: action });

  function knownLevels(scope: Scope, units: readonly StockUnit[]): StockLevel[] {
    const distinct = new Map(units.map((unit) => [unitKey(unit), unit]));
    return [...distinct.values()].sort(byUnit).map((unit) => {
      const level = levelOf(scope, unit);
      if (level === null) throw new DomainError('unknown_record');
      return level;
    });
  }

  function refuseDuplicates(scope: Scope, actions: readonly NewStockAction[]): void {
    const taken = new Set(
      rowsOfSite(tables.actions, scope)
        .filter(({ status }) => status !== 'CANCELLED')
        .map(referenceKey),
    );
    for (const action of actions) {
      const key = referenceKey(action);
      if (action.reference !== null && taken.has(key)) throw new DomainError('duplicate');
      taken.add(key);
    }
  }

  /** Moves the level by what the action is now, less what it was before, and returns the action with the stock around it. */
  function apply(scope: Scope, action: Omit<StockAction, 'before' | 'after'>, was: StockAction | null, at: Date): StockAction {
    const [level] = knownLevels(scope, [action]);
    if (level === undefined) throw new DomainError('unknown_record');
    const [now, then] = [effectOf(action), was === null ? { stock: 0, reserved: 0 } : effectOf(was)];
    const stock = level.stock + now.stock - then.stock;
    keep(scope, { ...level, stock, reserved: level.reserved + now.reserved - then.reserved, updatedAt: at });
    const around = action.status === 'COMPLETED' ? { before: level.stock, after: stock } : { before: null, after: null };
    const after = { ...action, ...around };
    write(scope, after);
    return after;
  }

  const settle = (scope: Scope, pending: readonly StockAction[], as: 'COMPLETED' | 'CANCELLED', at: Date) =>
    pending.map((action) => apply(scope, { ...action, status: as, settledAt: at }, action, at));

  async function post(scope: Scope, actions: readonly NewStockAction[], guard: 'guarded' | 'fact'): Promise<Posted> {
    const levels = knownLevels(scope, actions);
    const shortages = guard === 'guarded' ? levels.flatMap((level) => shortageOf(level, actions)) : [];
    if (shortages.length > 0) return { kind: 'short', shortages };
    refuseDuplicates(scope, actions);
    const posted = actions.map((action) => apply(scope, { ...action, settledAt: settledAtOf(action) }, null, action.createdAt));
    return { kind: 'posted', actions: posted };
  }

  return {
    async open(scope, units, at) {
      if (sites.get(scope.siteId)?.tenantId !== scope.tenantId) throw new DomainError('unknown_record');
      for (const { itemId, variantId } of units) {
        if (levelOf(scope, { itemId, variantId }) !== null) continue;
        keep(scope, { itemId, variantId, stock: 0, reserved: 0, threshold: null, updatedAt: at });
      }
    },
    post,
    // It refuses before it writes, so nothing has to be undone.
    postApart: (scope, actions) =>
      post(scope, actions, 'fact').then(
        () => null,
        (error: unknown) => asError(error),
      ),
    settle: async (scope, reason, reference, as, at) => settle(scope, pendingActions(tables.actions, scope, reason, [reference]), as, at),
    settleAll: async (scope, reason, references, as, at) =>
      settle(scope, pendingActions(tables.actions, scope, reason, references), as, at),
    lock: async (scope, unit) => levelOf(scope, unit),
    lockAll: async (scope, units) => [...units].sort(byUnit).flatMap((unit) => levelOf(scope, unit) ?? []),
    async setThreshold(scope, unit, threshold) {
      const level = levelOf(scope, unit);
      if (level !== null) keep(scope, { ...level, threshold });
      return level !== null;
    },
  };
}

/** What is PENDING with the reason and one of the references, in the order of `byUnit`. */
export function pendingActions(
  actions: CrudRows<StockAction>,
  scope: Scope,
  reason: StockReason,
  references: readonly string[],
): readonly StockAction[] {
  const wanted = new Set(references);
  return rowsOfSite(actions, scope)
    .filter((action) => action.status === 'PENDING' && action.reason === reason && wanted.has(action.reference ?? ''))
    .sort(byUnit);
}

/** Drops the ledger of one establishment. */
export function dropStock({ levels, actions }: StockTables, scope: Scope): void {
  for (const level of rowsOfSite(levels, scope)) levels.delete(siteKey(scope, unitKey(level)));
  for (const { id } of rowsOfSite(actions, scope)) actions.delete(siteKey(scope, id));
}

function shortageOf(level: StockLevel, actions: readonly NewStockAction[]): Shortage[] {
  const effects = actions.filter((action) => unitKey(action) === unitKey(level)).map(effectOf);
  const wanted = effects.reduce((sum, { stock, reserved }) => sum + reserved - stock, 0);
  const available = availableOf(level);
  return wanted > available ? [{ itemId: level.itemId, variantId: level.variantId, wanted, available }] : [];
}

function settledAtOf({ status, createdAt }: NewStockAction): Date | null {
  return status === 'COMPLETED' ? createdAt : null;
}

function referenceKey({ reason, reference, ...unit }: Pick<StockAction, 'reason' | 'reference' | 'itemId' | 'variantId'>): string {
  return JSON.stringify([reason, reference, unit.itemId, unit.variantId]);
}

function siteKey({ tenantId, siteId }: Scope, key: string): string {
  return `${tenantId} ${siteId} ${key}`;
}

function ownerOf({ tenantId, siteId }: Scope): Pick<Scope, 'tenantId' | 'siteId'> {
  return { tenantId, siteId };
}
