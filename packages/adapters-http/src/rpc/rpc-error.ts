import { DomainError, type ErrorCode, type Issue } from '@comptoir/core/kit/errors.js';

/** tRPC's names of errors that this wire sends, each with its JSON-RPC number and its HTTP status. */
const TRPC_ERRORS = {
  BAD_REQUEST: { number: -32600, status: 400 },
  UNAUTHORIZED: { number: -32001, status: 401 },
  FORBIDDEN: { number: -32003, status: 403 },
  NOT_FOUND: { number: -32004, status: 404 },
  METHOD_NOT_SUPPORTED: { number: -32005, status: 405 },
  CONFLICT: { number: -32009, status: 409 },
  PRECONDITION_FAILED: { number: -32012, status: 412 },
  PAYLOAD_TOO_LARGE: { number: -32013, status: 413 },
  UNSUPPORTED_MEDIA_TYPE: { number: -32015, status: 415 },
  UNPROCESSABLE_CONTENT: { number: -32022, status: 422 },
  TOO_MANY_REQUESTS: { number: -32029, status: 429 },
  INTERNAL_SERVER_ERROR: { number: -32603, status: 500 },
  BAD_GATEWAY: { number: -32603, status: 502 },
  SERVICE_UNAVAILABLE: { number: -32603, status: 503 },
  GATEWAY_TIMEOUT: { number: -32603, status: 504 },
} as const;

export type TrpcCode = keyof typeof TRPC_ERRORS;

/** tRPC's name for every refusal; clients that know tRPC alone go by it, others by `data.error`. */
export const TRPC_CODES = {
  invalid_request: 'BAD_REQUEST',
  invalid_json: 'BAD_REQUEST',
  unsupported_media_type: 'UNSUPPORTED_MEDIA_TYPE',
  payload_too_large: 'PAYLOAD_TOO_LARGE',
  not_found: 'NOT_FOUND',
  too_many_calls: 'BAD_REQUEST',
  mixed_calls: 'BAD_REQUEST',
  method_not_allowed: 'METHOD_NOT_SUPPORTED',
  cross_origin: 'FORBIDDEN',
  rate_limited: 'TOO_MANY_REQUESTS',
  unauthorized: 'UNAUTHORIZED',
  forbidden: 'FORBIDDEN',
  missing_key: 'UNAUTHORIZED',
  invalid_key: 'UNAUTHORIZED',
  insufficient_scope: 'FORBIDDEN',
  invalid_login: 'UNAUTHORIZED',
  weak_password: 'UNPROCESSABLE_CONTENT',
  invalid_token: 'BAD_REQUEST',
  invalid_invite: 'BAD_REQUEST',
  invite_used: 'CONFLICT',
  invite_expired: 'CONFLICT',
  last_owner: 'CONFLICT',
  tenant_suspended: 'FORBIDDEN',
  key_ended: 'CONFLICT',
  not_configured: 'PRECONDITION_FAILED',
  oidc_not_configured: 'PRECONDITION_FAILED',
  provider_unreachable: 'BAD_GATEWAY',
  unknown_provider: 'NOT_FOUND',
  invalid_signature: 'UNAUTHORIZED',
  idempotency_key_reused: 'UNPROCESSABLE_CONTENT',
  idempotency_in_flight: 'CONFLICT',
  unknown_record: 'NOT_FOUND',
  duplicate: 'CONFLICT',
  in_use: 'CONFLICT',
  unknown_item: 'NOT_FOUND',
  unknown_category: 'UNPROCESSABLE_CONTENT',
  duplicate_sku: 'CONFLICT',
  managed_by_sync: 'CONFLICT',
  invalid_photo: 'UNPROCESSABLE_CONTENT',
  last_item: 'CONFLICT',
  stale: 'CONFLICT',
  not_available: 'NOT_FOUND',
  feature_disabled: 'FORBIDDEN',
  unknown_shop: 'NOT_FOUND',
  ordering_off: 'CONFLICT',
  closed: 'CONFLICT',
  slot_full: 'CONFLICT',
  sold_out: 'CONFLICT',
  empty_order: 'UNPROCESSABLE_CONTENT',
  invalid_options: 'UNPROCESSABLE_CONTENT',
  invalid_slot: 'UNPROCESSABLE_CONTENT',
  below_minimum: 'UNPROCESSABLE_CONTENT',
  unknown_order: 'NOT_FOUND',
  invalid_transition: 'CONFLICT',
  payment_pending: 'CONFLICT',
  payment_not_offered: 'UNPROCESSABLE_CONTENT',
  payment_over: 'CONFLICT',
  till_unreachable: 'BAD_GATEWAY',
  loopback_only: 'FORBIDDEN',
  missing_app_id: 'UNAUTHORIZED',
  unknown_sale: 'NOT_FOUND',
  over_invoiced: 'CONFLICT',
  over_refunded: 'CONFLICT',
  over_paid: 'CONFLICT',
  too_many_goods: 'CONFLICT',
  site_broken: 'UNPROCESSABLE_CONTENT',
  site_busy: 'SERVICE_UNAVAILABLE',
  site_restarted: 'SERVICE_UNAVAILABLE',
  site_timeout: 'GATEWAY_TIMEOUT',
  issuance_failed: 'BAD_GATEWAY',
  issuance_deferred: 'SERVICE_UNAVAILABLE',
  unknown_schedule: 'NOT_FOUND',
  already_running: 'CONFLICT',
  too_many_schedules: 'CONFLICT',
  commands_disabled: 'FORBIDDEN',
  host_taken: 'CONFLICT',
  config_rejected: 'BAD_REQUEST',
  nginx_unavailable: 'SERVICE_UNAVAILABLE',
  coupon_refused: 'CONFLICT',
  invalid_template: 'UNPROCESSABLE_CONTENT',
  no_recipients: 'CONFLICT',
  unknown_offer: 'UNPROCESSABLE_CONTENT',
  unknown_session: 'NOT_FOUND',
  unknown_rate: 'UNPROCESSABLE_CONTENT',
  session_full: 'CONFLICT',
  session_past: 'CONFLICT',
  session_cancelled: 'CONFLICT',
  ticket_used: 'CONFLICT',
  unknown_ticket: 'NOT_FOUND',
  unknown_scan: 'NOT_FOUND',
  scan_settled: 'CONFLICT',
  unknown_pass: 'NOT_FOUND',
  pass_refused: 'CONFLICT',
  unknown_group: 'NOT_FOUND',
  unknown_register: 'NOT_FOUND',
  unknown_shift: 'NOT_FOUND',
  shift_open: 'CONFLICT',
  no_open_shift: 'CONFLICT',
  shift_over: 'CONFLICT',
  unknown_link: 'UNAUTHORIZED',
  stale_timestamp: 'UNAUTHORIZED',
  invalid_export: 'UNPROCESSABLE_CONTENT',
  sync_running: 'CONFLICT',
  nothing_to_accept: 'CONFLICT',
  shop_unauthorized: 'BAD_GATEWAY',
  shop_unreadable: 'BAD_GATEWAY',
  shop_unusable: 'BAD_GATEWAY',
  shop_unreachable: 'BAD_GATEWAY',
  invalid_batch: 'BAD_REQUEST',
  invalid_secret: 'UNAUTHORIZED',
  unknown_entity: 'NOT_FOUND',
  store_unavailable: 'SERVICE_UNAVAILABLE',
  too_many_streams: 'SERVICE_UNAVAILABLE',
  internal: 'INTERNAL_SERVER_ERROR',
} as const satisfies Record<ErrorCode, TrpcCode>;

/** The shape of a tRPC error (docs/rpc-wire.md, "Errors"). */
export interface RpcError {
  readonly message: string;
  /** JSON-RPC's number. */
  readonly code: number;
  /** Facts of the refusal (`nextOpening`, …) stand beside these. */
  readonly data: {
    readonly code: TrpcCode;
    readonly httpStatus: number;
    /** The procedure; absent when the request was refused as a whole. */
    readonly path?: string;
    readonly requestId: string;
    /** Our own, more precise code. */
    readonly error: ErrorCode;
    readonly details?: readonly Issue[];
    readonly retryAfterSecs?: number;
  };
}

/** Texts from the request are cut to this, so that a refusal stays smaller than what it refuses. */
const ECHO_MAX = 200;

/** What a caller is told about a refusal. Of faults on our side they learn no more than the standard sentence. */
export function rpcErrorOf(refusal: DomainError, requestId: string, path: string | null): RpcError {
  const name = TRPC_CODES[refusal.code];
  const { number, status } = TRPC_ERRORS[name];
  const told = status < 500 ? refusal : new DomainError(refusal.code);
  return {
    message: told.message,
    code: number,
    data: {
      ...told.facts,
      code: name,
      httpStatus: status,
      ...(path !== null && { path }),
      requestId,
      error: refusal.code,
      ...(told.issues.length > 0 && { details: told.issues.map(shortened) }),
      ...(refusal.retryAfterSecs !== undefined && { retryAfterSecs: refusal.retryAfterSecs }),
    },
  };
}

function shortened({ path, message }: Issue): Issue {
  return { path: path.slice(0, ECHO_MAX), message: message.slice(0, ECHO_MAX) };
}
