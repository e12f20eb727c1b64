import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

/** A server that can be emptied before it is closed. */
export interface Drainable {
  /** Takes no more connections and returns when every request that was begun is answered. */
  drain(): Promise<void>;
  /** Cuts what is still open. */
  cut(): void;
}

/** Watches the requests of `server` from now on. */
export function drainable(server: Server): Drainable {
  const inFlight = new Set<ServerResponse>();
  let draining = false;

  server.on('request', (_request: IncomingMessage, response: ServerResponse) => {
    inFlight.add(response);
    if (draining) closeAfter(response);
    response.once('close', () => {
      inFlight.delete(response);
      // `close()` ends the connections that are idle when it is called; one that becomes idle later would wait for its timeout.
      if (draining) server.closeIdleConnections();
    });
  });

  return {
    drain() {
      draining = true;
      for (const response of inFlight) closeAfter(response);
      return new Promise((resolve) => server.close(() => resolve()));
    },
    cut: () => server.closeAllConnections(),
  };
}

/** Drains them all; what is not finished after `patienceMs` is cut. */
export async function drainAll(servers: readonly Drainable[], patienceMs: number): Promise<void> {
  const drained = Promise.all(servers.map((server) => server.drain()));
  const patience = new AbortController();
  const overdue = delay(patienceMs, undefined, { signal: patience.signal }).then(
    () => servers.forEach((server) => void server.cut()),
    () => undefined,
  );
  await Promise.race([drained, overdue]);
  patience.abort();
  await drained;
}

/** Tells the caller not to send its next request here. */
function closeAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close');
}
