import { isOver } from '@comptoir/core/orders/order.js';
import { type Progress, readProgress } from '../order-progress.js';

/** Asked this often while no stream is open. */
const POLL_MS = 10_000;
/** A refused stream is tried again after this long; until then polling does. */
const REOPEN_MS = 30_000;

export interface OrderListener {
  readonly onProgress: (progress: Progress) => void;
  readonly onConnection: (isLive: boolean) => void;
}

/**
 * Follows an order until it is over or the returned function is called: by the stream of its events, and by asking while there
 * is none. A browser reopens a stream that broke by itself, but gives up on one that was refused (too many connections, a
 * restarting host), so that case is handled here.
 */
export function followOrder(orderId: string, listener: OrderListener): () => void {
  const address = `/api/order/${encodeURIComponent(orderId)}`;
  let stream: EventSource | null = null;
  let poll: ReturnType<typeof setInterval> | undefined;
  let reopen: ReturnType<typeof setTimeout> | undefined;

  const stop = () => {
    stream?.close();
    clearInterval(poll);
    clearTimeout(reopen);
    document.removeEventListener('visibilitychange', comeBack);
  };

  const take = (value: unknown) => {
    const progress = readProgress(value);
    if (progress === null) return;
    listener.onProgress(progress);
    if (isOver(progress.status, progress.payment)) stop();
  };

  const ask = async () => {
    try {
      const response = await fetch(address, { cache: 'no-store' });
      if (response.ok) take(await response.json());
    } catch {
      // Offline: the next round asks again.
    }
  };

  const open = () => {
    stream = new EventSource(`${address}/events`);
    stream.addEventListener('open', () => {
      clearInterval(poll);
      poll = undefined;
      listener.onConnection(true);
    });
    stream.addEventListener('status', ({ data }) => take(JSON.parse(data)));
    stream.addEventListener('error', () => {
      listener.onConnection(false);
      poll ??= setInterval(() => void ask(), POLL_MS);
      if (stream?.readyState === EventSource.CLOSED) reopen = setTimeout(open, REOPEN_MS);
    });
  };

  /** A phone that slept may have missed what the stream said. */
  const comeBack = () => {
    if (document.visibilityState === 'visible') void ask();
  };

  document.addEventListener('visibilitychange', comeBack);
  open();
  return stop;
}
