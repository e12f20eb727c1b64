import { DomainError } from '@comptoir/core/kit/errors.js';
import type { Logger } from '@comptoir/core/kit/logger.js';
import type { Signals } from '@comptoir/core/kit/signals.js';
import type { OrderChange, OrderViews } from '@comptoir/core/orders/order-views.js';

/** How soon a change made by another process is seen. Those of this process are seen at once. */
const POLL_MS = 1_000;
/** Live connections of one process; beyond it clients poll. */
const FOLLOWERS_MAX = 2_000;

interface Follower {
  readonly tenantId: string;
  readonly id: string;
  version: number;
  readonly tell: (change: OrderChange) => void;
}

export interface OrderFeed {
  /**
   * Tells every change of the order after `version`, once and in order, until the returned function is called.
   * Throws `too_many_streams`.
   */
  follow(order: { readonly tenantId: string; readonly id: string }, version: number, tell: (change: OrderChange) => void): () => void;
}

/** Follows orders for live pages: one query a second for all of them together, and none while nobody looks. */
export function makeOrderFeed(deps: { orders: OrderViews; signals: Signals; logger: Logger }): OrderFeed {
  const followers = new Set<Follower>();
  let timer: NodeJS.Timeout | undefined;
  let reading = false;
  let readAgain = false;

  /** One reading at a time; whoever asks meanwhile gets another one after it. */
  async function read(): Promise<void> {
    if (reading) {
      readAgain = true;
      return;
    }
    reading = true;
    try {
      do {
        readAgain = false;
        deliver(await deps.orders.changesSince([...followers].map(({ tenantId, id, version }) => ({ tenantId, id, version }))));
      } while (readAgain && followers.size > 0);
    } catch (error) {
      deps.logger.warn({ err: error }, 'could not look for changes of orders');
    } finally {
      reading = false;
    }
  }

  function deliver(changes: readonly OrderChange[]): void {
    for (const follower of followers) {
      for (const change of changes) {
        if (change.orderId !== follower.id || change.version <= follower.version) continue;
        follower.version = change.version;
        follower.tell(change);
      }
    }
  }

  function leave(follower: Follower): void {
    followers.delete(follower);
    if (followers.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  deps.signals.listen((signal) => {
    if (signal.kind === 'order-changed' && [...followers].some(({ id }) => id === signal.orderId)) void read();
  });

  return {
    follow({ tenantId, id }, version, tell) {
      if (followers.size >= FOLLOWERS_MAX) throw new DomainError('too_many_streams', { retryAfterSecs: 10 });
      const follower: Follower = { tenantId, id, version, tell };
      followers.add(follower);
      timer ??= setInterval(() => void read(), POLL_MS);
      void read();
      return () => leave(follower);
    },
  };
}
