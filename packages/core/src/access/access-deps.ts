import type { Clock } from '../kit/clock.js';
import type { Crypto } from '../kit/crypto.js';
import type { Ids } from '../kit/ids.js';
import type { Scope } from '../kit/scope.js';
import type { Site } from '../sites/site.js';
import type { Views } from '../stores.js';
import type { SessionViews, TicketStore, TicketViews } from '../ticketing/ticketing-store.js';
import type { Passes, PassGate } from './pass-gate.js';
import type { ScanStore } from './scan-store.js';

/** What a decision reads and writes, all within one transaction. */
export interface AccessWork {
  readonly scans: ScanStore;
  readonly tickets: Pick<TicketStore, 'lockByCode' | 'mark'>;
  readonly ticketViews: Pick<TicketViews, 'get'>;
  readonly sessions: Pick<SessionViews, 'get'>;
  readonly passes: PassGate;
}

export interface AccessDeps {
  readonly transact: <Result>(scope: Scope, work: (stores: AccessWork) => Promise<Result>) => Promise<Result>;
  readonly views: Pick<Views, 'accessGates' | 'scans' | 'settings' | 'tickets' | 'ticketSessions'>;
  readonly passes: Pick<Passes, 'offline'>;
  readonly clock: Clock;
  readonly crypto: Crypto;
  readonly ids: Ids;
}

/** The establishment of a gate: its days are those of its time zone, and passes let in where it has any. */
export type GateSite = Pick<Site, 'timezone' | 'features'>;
