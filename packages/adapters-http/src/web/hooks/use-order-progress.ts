import { isOver } from '@comptoir/core/orders/order.js';
import { useEffect, useState } from 'preact/hooks';
import { followOrder } from '../client/follow-order.js';
import type { Progress } from '../order-progress.js';

/** `none` until the page is live. */
export type Connection = 'none' | 'live' | 'lost';

export function useOrderProgress(orderId: string, initial: Progress): Progress & { readonly connection: Connection } {
  const [progress, setProgress] = useState(initial);
  const [connection, setConnection] = useState<Connection>('none');
  const { status, payment } = initial;

  useEffect(() => {
    if (isOver(status, payment)) return undefined;
    return followOrder(orderId, { onProgress: setProgress, onConnection: (isLive) => setConnection(isLive ? 'live' : 'lost') });
  }, [orderId, status, payment]);

  return { ...progress, connection };
}
