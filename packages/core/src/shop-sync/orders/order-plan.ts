import type { Ids } from '../../kit/ids.js';
import { actorName } from '../../kit/scope.js';
import type { Services } from '../../services.js';
import type { Parcel } from '../../settlement/parcel.js';
import type { RecordedPayment } from '../../settlement/recorded-payment.js';
import type { StockedItem } from '../../stock/stock-lines.js';
import type { Stores } from '../../stores.js';
import type { MovedPromises } from '../products/moved-promises.js';
import type { Refused } from '../quarantine.js';
import type { ShopOrder } from '../shop-records.js';
import type { ChunkPlan, PartWork, PlannedLink } from '../sync-part.js';
import type { ImportedOrder } from './decide-order.js';
import { type ForecastPlan, movedUnits, planForecasts } from './order-forecasts.js';
import { writeCounts } from './write-counts.js';

/** An order of the chunk, and when what is new of its money came. */
export interface OrderStep {
  readonly imported: ImportedOrder;
  /** Null: the shop does not have it any more. */
  readonly shop: ShopOrder | null;
}

export interface DecidedOrders {
  readonly steps: readonly OrderStep[];
  readonly links: readonly PlannedLink[];
  readonly refused: readonly Refused[];
  /** What was read of the catalogue. */
  readonly products: readonly StockedItem[];
  /** Parcels of cancelled orders, unpacked. */
  readonly unpacked: readonly Parcel[];
}

interface PlanDeps {
  readonly ids: Pick<Ids, 'uuid'>;
  readonly promises: Pick<MovedPromises, 'note'>;
}

/** What the decided orders write, in about a dozen statements. Locks are taken in one order everywhere: orders, then stock by unit. */
export async function planOrders(work: PartWork, decided: DecidedOrders, { ids, promises }: PlanDeps): Promise<ChunkPlan> {
  const { scope, now } = work;
  const changed = decided.steps.filter(({ imported }) => imported.event !== null);
  const imported = changed.map((step) => step.imported);
  const payments = changed.flatMap((step) => paymentOf(work, step, ids));
  const forecasts = await planForecasts(work, imported, decided.products, ids);
  const relined = imported.filter(({ before, order }) => order.lines !== before?.lines);
  return {
    links: decided.links,
    refused: decided.refused,
    writes: writeCounts({
      orders: imported.length,
      order_lines: relined.reduce((sum, { order }) => sum + order.lines.length, 0),
      order_events: imported.length,
      order_payments: payments.length,
      parcels: decided.unpacked.length,
      stock_actions: forecasts.cancelled.length + forecasts.promises.length,
      stock_levels: movedUnits(forecasts).size,
    }),
    async apply(services, stores) {
      await writeOrders(work, imported, stores);
      await stores.settlement.addPayments(scope, payments);
      for (const parcel of decided.unpacked) await stores.settlement.updateParcel(scope, parcel);
      await writeForecasts(work, forecasts, stores, now);
      announce(services, work, imported, forecasts);
      promises.note(forecasts);
    },
    foresee: () => promises.note(forecasts),
  };
}

async function writeOrders({ scope }: PartWork, imported: readonly ImportedOrder[], { orders }: Stores): Promise<void> {
  await orders.placeAll(
    scope,
    imported.flatMap(({ before, order, event }) => (before === null && event !== null ? [{ order, events: [event] as const }] : [])),
  );
  await orders.changeAll(
    scope,
    imported.flatMap(({ before, order, event }) =>
      before === null || event === null ? [] : [{ before, order: { ...order, sequence: before.sequence }, event }],
    ),
  );
}

async function writeForecasts(
  { scope }: PartWork,
  { released, opened, promises }: ForecastPlan,
  { stock }: Stores,
  at: Date,
): Promise<void> {
  await stock.settleAll(scope, 'ORDER_FORECAST', released, 'CANCELLED', at);
  if (opened.length > 0) await stock.open(scope, opened, at);
  const posted = await stock.post(scope, promises, 'fact');
  if (posted.kind === 'short') throw new Error('A fact was refused.');
}

function announce({ signals }: Services, { scope }: PartWork, imported: readonly ImportedOrder[], forecasts: ForecastPlan): void {
  for (const { order } of imported) signals.send({ kind: 'order-changed', orderId: order.id });
  if (movedUnits(forecasts).size > 0) signals.send({ kind: 'stock-changed', siteId: scope.siteId });
}

/**
 * What the shop has received and nobody has recorded yet, as money that is there: reports and what clients owe are then right. Money is never taken
 * back by an import; whoever gives some back records that.
 */
function paymentOf({ scope, now }: PartWork, { imported, shop }: OrderStep, ids: Pick<Ids, 'uuid'>): readonly RecordedPayment[] {
  const { before, order, newlyPaidCents } = imported;
  if (shop === null || newlyPaidCents <= 0) return [];
  const said = before === null ? shop.placedAt : (shop.updatedAt ?? now);
  const receivedAt = said < now ? said : now;
  return [
    {
      id: ids.uuid(),
      orderId: order.id,
      method: 'online',
      amountCents: newlyPaidCents,
      status: 'captured',
      reference: shop.reference,
      note: null,
      receivedAt,
      recordedAt: now,
      capturedAt: receivedAt,
      voidedAt: null,
      reconciledAt: null,
      recordedBy: actorName(scope.actor),
    },
  ];
}
