import type { ShopPhase } from '@comptoir/core/shop-sync/shop-records.js';
import { flagIn, type Row } from './row.js';
import type { StateIds } from './shop-settings.js';

/**
 * How far an order in the state is. The states a shop is set to come first, because merchants copy their flags; then the flags of the state. A
 * state that was deleted, as modules do when they leave, says nothing: then the order itself says whether it was paid.
 */
export function phaseOf(stateId: string, state: Row | undefined, ids: StateIds, order: Row): ShopPhase {
  // Of one whose payment has failed the shop puts the goods back, too: whoever promised them here would have them twice.
  if (stateId === ids.cancelled || stateId === ids.failed) return 'cancelled';
  if (stateId === ids.delivered) return 'delivered';
  if (stateId === ids.shipped) return 'shipped';
  if (stateId === ids.preparing) return 'preparing';
  if (state === undefined) return flagIn(order, 'valid') ? 'paid' : 'awaiting';
  if (flagIn(state, 'shipped')) return 'shipped';
  // It prints a delivery note, so somebody is packing.
  if (flagIn(state, 'delivery')) return 'preparing';
  return flagIn(state, 'paid') ? 'paid' : 'awaiting';
}
