import type { Clock } from '../kit/clock.js';
import { DomainError } from '../kit/errors.js';
import type { Ids } from '../kit/ids.js';
import type { Scope } from '../kit/scope.js';
import type { Signals } from '../kit/signals.js';
import type { TransactAll, Views } from '../stores.js';
import { moveForecasts } from './move-forecasts.js';
import { happened, promised } from './new-stock-action.js';
import { soldOut } from './sold-out.js';
import { linesOfUnits } from './stock-lines.js';
import { openLedger, type StockWork, writeCount, writeFacts, writeTransfer } from './stock-moves.js';
import type { StockService } from './stock-service.js';

export interface StockDeps {
  readonly transact: TransactAll;
  readonly views: Pick<Views, 'stock'>;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly signals: Signals;
}

export function makeStockService({ transact, views, clock, ids, signals }: StockDeps): StockService {
  async function change<Result>(
    scopes: readonly [Scope, ...Scope[]],
    work: (work: StockWork) => Promise<Result>,
    writes?: 'one-call',
  ): Promise<Result> {
    const at = clock.now();
    const result = await transact(scopes[0], ({ stock }, seen) => work({ stock, views: seen.stock, ids, at }), writes);
    if (isNothing(result)) return result;
    for (const { siteId } of scopes) signals.send({ kind: 'stock-changed', siteId });
    return result;
  }

  const settle = (scope: Scope, orderId: string, as: 'COMPLETED' | 'CANCELLED') =>
    change([scope], ({ stock, at }) => stock.settle(scope, 'ORDER_FORECAST', orderId, as, at), 'one-call');

  return {
    async reserve(scope, items, lines, orderId) {
      const units = linesOfUnits(items, lines);
      if (units.length === 0) return;
      const promise = async ({ stock, at }: StockWork) => {
        const forecasts = units.map(({ quantity, ...unit }) => promised(ids, scope, unit, quantity, orderId, at));
        const posted = await stock.post(scope, forecasts, 'guarded');
        if (posted.kind === 'short') throw soldOut(posted.shortages, (itemId) => items.get(itemId)?.name);
      };
      await change([scope], promise, 'one-call');
    },
    seal: (scope, orderId) => settle(scope, orderId, 'COMPLETED'),
    release: (scope, orderId) => settle(scope, orderId, 'CANCELLED'),
    reassign: async (scope, from, to, what) => {
      const units = what === 'all' ? 'all' : linesOfUnits(what.items, what.lines);
      await change([scope], (work) => moveForecasts(work, scope, from, to, units));
    },
    open: (scope, item, balance) => change([scope], (work) => openLedger(work, scope, item, balance ?? 0)),
    adjust: (scope, unit, { by, ...cause }) =>
      change([scope], async ({ stock, at }) => written(await writeFacts(stock, scope, [happened(ids, scope, unit, by, cause, at)]))),
    count: (scope, unit, counted, note) => change([scope], (work) => writeCount(work, scope, unit, counted, note)),
    async transfer(from, unit, to, target, quantity, note) {
      if (from.tenantId !== to.tenantId) throw new DomainError('unknown_record');
      const scopes = from.siteId === to.siteId ? ([from] as const) : ([from, to] as const);
      return change(scopes, (work) => writeTransfer(work, { scope: from, unit }, { scope: to, unit: target }, quantity, note));
    },
    setThreshold: (scope, unit, threshold) =>
      change([scope], async ({ stock }) => {
        await stock.setThreshold(scope, unit, threshold);
        return written([await stock.lock(scope, unit)]);
      }),
    verify: (scope, itemId) => views.stock.verify(scope, itemId),
  };
}

/** Of a change that found nothing to change. */
function isNothing(result: unknown): boolean {
  return result === null || (Array.isArray(result) && result.length === 0);
}

/** The one record of a list; `unknown_record` when there is none. */
function written<Row>([row]: readonly (Row | null)[]): Row {
  if (row === undefined || row === null) throw new DomainError('unknown_record');
  return row;
}
