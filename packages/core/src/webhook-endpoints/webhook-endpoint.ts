import type { TenantScope } from '../kit/scope.js';
import type { SigningSecrets } from '../links/signing-secrets.js';
import type { WebhookEventType } from './webhook-event.js';

/** Where an integrator wants to be told of what happens at one establishment, or at all of an organisation. */
export interface WebhookEndpoint extends SigningSecrets {
  readonly id: string;
  readonly tenantId: string;
  /** Null: it hears of every establishment of the organisation. */
  readonly siteId: string | null;
  readonly name: string;
  readonly description: string | null;
  readonly url: string;
  /** Null: all of them, those that come later too. */
  readonly types: readonly WebhookEventType[] | null;
  /** Why it is told nothing; null while it is. */
  readonly disabled: Disabled | null;
  /** Since when no delivery has succeeded; null: the last one did, or there was none. */
  readonly failingSince: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** `person`: somebody did it; `gone`: it answered 410; `failing`: nothing else than failures for days. */
export const DISABLED_REASONS = ['person', 'gone', 'failing'] as const;

export interface Disabled {
  readonly reason: (typeof DISABLED_REASONS)[number];
  readonly at: Date;
}

/** Whose endpoints a call is about: those of one establishment, or (null) those of the whole organisation. Neither sees those of the other. */
export interface EndpointScope extends TenantScope {
  readonly siteId: string | null;
}

/** As many of one establishment, and as many of the organisation. */
export const ENDPOINTS_MAX = 20;
/** An endpoint that has only failed for so long is told nothing more. */
export const FAILING_DAYS_MAX = 5;
const DAY_MS = 86_400_000;

/** What somebody may hear of. */
export type Listener = Pick<WebhookEndpoint, 'id' | 'types'>;

export function hears({ types }: Pick<WebhookEndpoint, 'types'>, type: WebhookEventType): boolean {
  return types === null || types.includes(type);
}

/** What an attempt came to: `gone`, it wants nothing any more. */
export type AttemptResult = 'taken' | 'failed' | 'gone';

/** The endpoint after an attempt; the very same where nothing of it changes. */
export function afterResult(endpoint: WebhookEndpoint, result: AttemptResult, now: Date): WebhookEndpoint {
  if (result === 'taken') return endpoint.failingSince === null ? endpoint : { ...endpoint, failingSince: null };
  const failing = endpoint.failingSince === null ? { ...endpoint, failingSince: now } : endpoint;
  if (failing.disabled !== null) return failing;
  if (result === 'gone') return { ...failing, disabled: { reason: 'gone', at: now } };
  const days = (now.getTime() - (failing.failingSince ?? now).getTime()) / DAY_MS;
  return days < FAILING_DAYS_MAX ? failing : { ...failing, disabled: { reason: 'failing', at: now } };
}
