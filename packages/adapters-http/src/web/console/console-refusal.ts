import { type RawAnswer, readFault } from '../manage/refusal.js';

/** Every refusal that the console has words for; others are told as `unexpected`. */
const CONSOLE_CODES = [
  'duplicate',
  'feature_disabled',
  'forbidden',
  'in_use',
  'invalid_request',
  'key_ended',
  'no_open_shift',
  'not_configured',
  'nothing_to_accept',
  'over_refunded',
  'rate_limited',
  'scan_settled',
  'shift_open',
  'shift_over',
  'shop_unauthorized',
  'shop_unreachable',
  'shop_unreadable',
  'shop_unusable',
  'stale',
  'sync_running',
  'tenant_suspended',
  'unauthorized',
  'unknown_item',
  'unknown_offer',
  'unknown_record',
  'unknown_register',
  'unknown_sale',
  'unknown_scan',
  'unreachable',
  'unexpected',
] as const;
export type ConsoleCode = (typeof CONSOLE_CODES)[number];

/** The code where it has words of its own; null for any other. */
export function knownConsoleCode(code: unknown): ConsoleCode | null {
  return CONSOLE_CODES.find((known) => known === code) ?? null;
}

export interface ConsoleRefusal {
  readonly code: ConsoleCode;
  readonly retryAfterSecs: number | null;
}

/** Why a call was refused; null when it was answered. */
export function readConsoleRefusal(raw: RawAnswer): ConsoleRefusal | null {
  const fault = readFault(raw);
  if (fault === null) return null;
  const unknown = raw.status === null || raw.status >= 500 ? 'unreachable' : 'unexpected';
  return { code: knownConsoleCode(fault.code) ?? unknown, retryAfterSecs: fault.retryAfterSecs };
}
