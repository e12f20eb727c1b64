import { DomainError } from '../kit/errors.js';
import type { Scope } from '../kit/scope.js';
import type { FulfilmentOrder, FulfilmentStatus } from '../orders/order.js';
import { allSent, noneSent } from './goods.js';
import { afterParcelStep, canTake, type Parcel, type ParcelState, type ParcelStep } from './parcel.js';
import type { SettlementStore } from './settlement-store.js';

/** What becomes of the parcels of an order that comes into a state, and the parcels that keep it from coming there. */
const ENDS: Partial<Record<FulfilmentStatus, { readonly step: ParcelStep; readonly keptBy: readonly ParcelState[] }>> = {
  delivered: { step: 'deliver', keptBy: [] },
  cancelled: { step: 'cancel', keptBy: ['delivered'] },
  // Its contents may change: nothing of it can be on its way.
  draft: { step: 'cancel', keptBy: ['shipped', 'delivered'] },
};

/**
 * The order, which has just taken a step, with what follows for its goods, in the transaction that holds its lock: delivered as a whole,
 * all its goods are handed over and what is on the way is there; cancelled or begun again, its parcels are unpacked. Throws `invalid_transition`
 * when they cannot be.
 */
export async function withParcelsSettled(
  store: Pick<SettlementStore, 'parcelsOf' | 'updateParcel'>,
  scope: Scope,
  order: FulfilmentOrder,
  at: Date,
): Promise<FulfilmentOrder> {
  const end = ENDS[order.status];
  if (end === undefined) return order;
  const parcels = await store.parcelsOf(scope, order.id);
  refuseKept(order, parcels, end.keptBy);
  for (const parcel of parcels) if (canTake(parcel, end.step)) await store.updateParcel(scope, afterParcelStep(parcel, end.step, at));
  return { ...order, lines: end.step === 'deliver' ? allSent(order.lines) : noneSent(order.lines) };
}

function refuseKept({ status }: FulfilmentOrder, parcels: readonly Parcel[], keptBy: readonly ParcelState[]): void {
  const kept = parcels.find(({ state }) => keptBy.includes(state));
  if (kept === undefined) return;
  throw new DomainError('invalid_transition', {
    message: `An order with a parcel that is ${kept.state} cannot become ${status}.`,
    facts: { status: kept.state, fulfilmentId: kept.id },
  });
}
