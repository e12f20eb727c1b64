import type { PickupStatus } from '@comptoir/core/orders/order.js';
import { useEffect, useState } from 'preact/hooks';
import { followOrder } from '../client/follow-order.js';
import { isOver } from '../order-progress.js';

/** `none` until the page is live. */
export type Connection = 'none' | 'live' | 'lost';

export function useOrderStatus(orderId: string, initial: PickupStatus): { readonly status: PickupStatus; readonly connection: Connection } {
  const [status, setStatus] = useState(initial);
  const [connection, setConnection] = useState<Connection>('none');

  useEffect(() => {
    if (isOver(initial)) return undefined;
    return followOrder(orderId, { onStatus: setStatus, onConnection: (isLive) => setConnection(isLive ? 'live' : 'lost') });
  }, [orderId, initial]);

  return { status, connection };
}
