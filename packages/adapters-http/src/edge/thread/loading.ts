import type { Route } from '@comptoir/core/edge-routes/route-table.js';
import { DomainError } from '@comptoir/core/kit/errors.js';
import type { FromThread } from './messages.js';

/** A thread on its way to having loaded its site. */
export interface Loading {
  /** What the files of the site export. Rejects with `site_broken`. */
  readonly routes: Promise<readonly Route[]>;
  receive(message: Extract<FromThread, { kind: 'ready' | 'failed' }>): void;
  fail(message: string): void;
}

/** Waits for so long; then `hung` is told. */
export function makeLoading(patienceMs: number, hung: () => void): Loading {
  let resolve: (routes: readonly Route[]) => void = () => undefined;
  let reject: (error: DomainError) => void = () => undefined;
  const fail = (message: string) => reject(new DomainError('site_broken', { issues: [{ path: '', message }] }));
  const timer = setTimeout(() => {
    fail(`The site does not finish loading within ${patienceMs} ms.`);
    hung();
  }, patienceMs);
  const routes = new Promise<readonly Route[]>((fulfil, refuse) => {
    resolve = fulfil;
    reject = refuse;
  }).finally(() => clearTimeout(timer));
  // Whoever starts a thread anew knows the routes and does not ask.
  routes.catch(() => undefined);
  return { routes, fail, receive: (message) => (message.kind === 'ready' ? resolve(message.routes) : fail(message.fault)) };
}
