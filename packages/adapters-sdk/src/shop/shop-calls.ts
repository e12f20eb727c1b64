import type { Clock } from '@comptoir/core/kit/clock.js';
import type { Logger } from '@comptoir/core/kit/logger.js';
import type { StopSignal } from '@comptoir/core/kit/stop-signal.js';
import type { Timers } from '@comptoir/core/kit/timers.js';
import { ShopFault } from '@comptoir/core/shop-sync/shop-gateway.js';
import { retryAfterSecs } from '../push/retry-after.js';
import { type AnswerHeads, headerOf } from './answer-heads.js';
import { pause } from './pause.js';
import type { Row } from './row.js';
import type { ShopAddress } from './shop-address.js';
import type { ShopHost } from './shop-host.js';
import type { HttpOutcome, ShopHttp } from './shop-http.js';
import { type Verdict, verdictOn } from './verdict.js';

export type Query = Readonly<Record<string, string>>;

/** `once`: whoever asks divides what failed, which is the better second try. */
export type Patience = 'once' | 'patient';

export interface Asking {
  readonly signal: StopSignal;
  readonly patience: Patience;
}

/** The shop fails at this one request, again and again; at others it may not. */
export class Trouble extends ShopFault {
  constructor(resource: string, reason: string) {
    super('unreachable', `The shop fails to list ${resource}: ${reason}.`);
  }
}

export interface ShopCalls {
  /** One list of the web service. Throws `ShopFault`, among them `Trouble`, and the signal's reason. */
  list(resource: string, query: Query, asking: Asking): Promise<readonly Row[]>;
  /** Tries so far. */
  requests(): number;
}

export interface ShopCallsDeps {
  readonly http: ShopHttp;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly random: () => number;
  readonly logger: Logger;
  readonly timeoutMs: number;
}

export interface CalledShop {
  readonly address: ShopAddress;
  readonly key: string;
  readonly host: ShopHost;
  readonly heads: AnswerHeads;
}

const TRIES = 4;
const BACKOFF_MS = 500;
const BACKOFF_MAX_MS = 20_000;

/** Calls one shop with one key, at the pace of its address. */
export function makeShopCalls(deps: ShopCallsDeps, { address, key, host, heads }: CalledShop): ShopCalls {
  const headers = headersFor(key);
  let requests = 0;

  async function attempt(resource: string, query: Query, signal: StopSignal) {
    const path = `${address.path}/${resource}?${queryText({ output_format: 'JSON', ...query })}`;
    return host.attempt(signal, async () => {
      requests += 1;
      const startedAt = deps.clock.now();
      const outcome = await deps.http.get({ origin: address.origin, path, headers, timeoutMs: deps.timeoutMs }, signal);
      heads.note(outcome, startedAt, deps.clock.now());
      const verdict = verdictOn(outcome, resource);
      if (verdict.kind === 'busy' || verdict.kind === 'trouble') noteFailure(resource, outcome, verdict);
      return { verdict, result: verdict.kind === 'rows' || verdict.kind === 'refused' ? 'answered' : 'failed' } as const;
    });
  }

  function noteFailure(resource: string, outcome: HttpOutcome, { kind, reason }: Extract<Verdict, { reason: string }>): void {
    deps.logger.debug({ shop: address.origin, resource, reason }, 'a shop has not answered usefully');
    if (outcome.kind !== 'answered' || kind !== 'busy') return;
    const secs = retryAfterSecs(headerOf(outcome.headers, 'retry-after'), deps.clock.now());
    if (secs !== null) host.holdOff(secs * 1000);
  }

  /** Full jitter: those who failed together do not come back together. */
  function backOff(tries: number, signal: StopSignal): Promise<void> {
    const most = Math.min(BACKOFF_MAX_MS, BACKOFF_MS * 2 ** tries);
    return pause(deps.timers, Math.ceil(deps.random() * most), signal);
  }

  return {
    async list(resource, query, { signal, patience }) {
      for (let tries = 1; ; tries += 1) {
        const { verdict } = await attempt(resource, query, signal);
        if (verdict.kind === 'rows') return verdict.rows;
        const fault = faultOf(verdict, resource, patience, tries);
        if (fault !== null) throw fault;
        await backOff(tries, signal);
      }
    },
    requests: () => requests,
  };
}

/** Null: it is worth another try. */
function faultOf(verdict: Exclude<Verdict, { kind: 'rows' }>, resource: string, patience: Patience, tries: number): ShopFault | null {
  if (verdict.kind === 'refused') return verdict.fault;
  if (verdict.kind === 'trouble') return patience === 'patient' && tries < TRIES ? null : new Trouble(resource, verdict.reason);
  return tries < TRIES ? null : new ShopFault('unreachable', `The shop does not answer: ${verdict.reason}.`);
}

/** The key is the user name; it is never in an address, which servers write down. */
function headersFor(key: string): Readonly<Record<string, string>> {
  return {
    Authorization: `Basic ${Buffer.from(`${key}:`, 'utf8').toString('base64')}`,
    Accept: 'application/json',
    'Output-Format': 'JSON',
    'User-Agent': 'Comptoir',
  };
}

function queryText(query: Query): string {
  return Object.entries(query)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&');
}
