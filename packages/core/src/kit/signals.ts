/** Something that others in this process may want to look at again. Says that, not what: a listener reads the store. */
export type Signal =
  /** What a person may do, or whether they are signed in, has changed; null: of anybody. */
  | { readonly kind: 'identity-changed'; readonly userId: string | null }
  | { readonly kind: 'key-changed'; readonly keyId: string }
  | { readonly kind: 'order-changed'; readonly orderId: string }
  /** A schedule may be due sooner than a worker that has looked knows. */
  | { readonly kind: 'schedule-due' }
  | { readonly kind: 'site-changed'; readonly siteId: string }
  /** What is there or promised of something the establishment sells. */
  | { readonly kind: 'stock-changed'; readonly siteId: string };

/**
 * News within one process, sent after the commit. A shortcut only: other processes hear nothing and a listener that was away
 * missed it, so whoever depends on a change also looks by itself, less often.
 */
export interface Signals {
  send(signal: Signal): void;
  /** Calls `listener` for every signal until the returned function is called. A listener must not throw. */
  listen(listener: (signal: Signal) => void): () => void;
}

export function makeSignals(): Signals {
  const listeners = new Set<(signal: Signal) => void>();
  return {
    send: (signal) => {
      for (const listener of listeners) listener(signal);
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
