/** What the platform refused, as its pages tell it; without any of the browser. */

/** Every refusal that has words of its own; others are told as `unexpected`. */
const REFUSAL_CODES = [
  'invalid_login',
  'rate_limited',
  'weak_password',
  'invalid_token',
  'invalid_invite',
  'invite_used',
  'invite_expired',
  'invalid_request',
  'unauthorized',
  'forbidden',
  'tenant_suspended',
  'unknown_record',
  'unreachable',
  'unexpected',
] as const;
export type RefusalCode = (typeof REFUSAL_CODES)[number];

export interface Refusal {
  readonly code: RefusalCode;
  /** The paths of the inputs that were found at fault: `email`. */
  readonly fields: readonly string[];
  readonly retryAfterSecs: number | null;
}

/** The code where it has words of its own; null for any other. */
export function knownCode(code: unknown): RefusalCode | null {
  return REFUSAL_CODES.find((known) => known === code) ?? null;
}

/** What a call made of an answer; `status` null when none came. */
export interface RawAnswer {
  readonly status: number | null;
  readonly body: unknown;
  readonly retryAfter: string | null;
}

/** What an answer says of a refusal, whatever is known of its code. */
export interface Fault {
  readonly code: unknown;
  /** The paths of the inputs that were found at fault. */
  readonly fields: readonly string[];
  readonly retryAfterSecs: number | null;
}

/**
 * The fault in the answer of an RPC call (`{error: {json: {data: {error, details}}}}`) or of a plain one (`PublicError`); null when
 * the call did what it was asked.
 */
export function readFault({ status, body, retryAfter }: RawAnswer): Fault | null {
  if (status !== null && status >= 200 && status < 300) return null;
  const error = rpcData(body) ?? (isRecord(body) ? body : {});
  const details = Array.isArray(error.details) ? error.details.filter(isRecord) : [];
  return {
    code: error.error,
    fields: details.flatMap(({ path }) => (typeof path === 'string' ? [path] : [])),
    retryAfterSecs: retryAfter !== null && /^\d+$/.test(retryAfter) ? Number(retryAfter) : null,
  };
}

/**
 * The refusal in an answer; null when the call did what it was asked. What a call answered beside that stays unread: these pages load
 * what they show, and a token in the answer is not theirs to keep.
 */
export function readRefusal(raw: RawAnswer): Refusal | null {
  const fault = readFault(raw);
  if (fault === null) return null;
  const unknown = raw.status === null || raw.status >= 500 ? 'unreachable' : 'unexpected';
  return { ...fault, code: knownCode(fault.code) ?? unknown };
}

function rpcData(body: unknown): Record<string, unknown> | null {
  const json = isRecord(body) && isRecord(body.error) ? body.error.json : undefined;
  return isRecord(json) && isRecord(json.data) ? json.data : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** What came of signing in through the organisation's account, where it failed: the `error` of the address it led back to. */
const PROVIDER_FAULTS = ['invalid_login', 'oidc_not_configured', 'provider_unreachable', 'rate_limited', 'unexpected'] as const;
export type ProviderFault = (typeof PROVIDER_FAULTS)[number];

/** Null without a code; a code that has no words of its own is `unexpected`. */
export function readProviderFault(code: unknown): ProviderFault | null {
  if (code === undefined) return null;
  return PROVIDER_FAULTS.find((known) => known === code) ?? 'unexpected';
}
