/**
 * The one error type of the domain. A rule, a use-case or a store refuses by throwing it; every host turns the code into its
 * own status with one table (`satisfies Record<ErrorCode, …>`). Anything else that is thrown is a fault, answered as `internal`.
 */

/** Every code a caller can meet, with the sentence that goes with it when the thrower has nothing more precise to say. */
const MESSAGES = {
  // The call itself
  invalid_request: 'The request does not have the expected shape.',
  invalid_json: 'The body is not valid JSON.',
  unsupported_media_type: 'Send the body as application/json.',
  payload_too_large: 'The body is larger than this server accepts.',
  not_found: 'There is nothing at this address.',
  too_many_calls: 'Too many calls in one request.',
  mixed_calls: 'Queries and mutations cannot travel in one request.',
  method_not_allowed: 'This address does not answer that method.',
  cross_origin: 'This call is not open to pages of other sites.',
  rate_limited: 'Too many calls; wait before trying again.',
  // Who is calling
  unauthorized: 'Sign in to make this call.',
  forbidden: 'You are not allowed to make this call.',
  missing_key: 'Send a key with this call.',
  invalid_key: 'This key is not valid here.',
  insufficient_scope: 'The right of this key does not cover that.',
  invalid_login: 'The sign-in did not work: check the address and the password.',
  weak_password: 'Choose a longer or less common password.',
  invalid_token: 'This link is not valid any more: ask for a new one.',
  invalid_invite: 'This invite is not one of ours.',
  invite_used: 'This invite was used already.',
  invite_expired: 'This invite has expired: ask for a new one.',
  last_owner: 'An organisation keeps at least one active owner.',
  tenant_suspended: 'This organisation is suspended.',
  key_ended: 'This key was revoked or has expired.',
  not_configured: 'This server is not set up for that.',
  oidc_not_configured: 'This server has no identity provider.',
  provider_unreachable: 'The identity provider does not answer.',
  unknown_provider: 'There is no such provider.',
  invalid_signature: 'The signature does not fit, or is too old.',
  // Idempotency
  idempotency_key_reused: 'This idempotency key was already used with another body.',
  idempotency_in_flight: 'A call with this idempotency key is still being processed.',
  // Records
  unknown_record: 'There is no such record.',
  duplicate: 'A record with the same unique value already exists.',
  in_use: 'Other records still refer to this one.',
  unknown_item: 'There is no such item.',
  unknown_category: 'There is no such category.',
  duplicate_sku: 'Another item or variant has this code already.',
  managed_by_sync: 'This item is kept by the online shop: change it there.',
  invalid_photo: 'The picture cannot be read.',
  last_item: 'A menu keeps at least one item.',
  stale: 'The record has changed since it was read.',
  // Establishments
  not_available: 'This establishment does not offer that.',
  feature_disabled: 'This feature is turned off for the establishment.',
  unknown_shop: 'There is no such establishment, or it does not offer this service.',
  // Takeaway orders
  ordering_off: 'This establishment does not take online orders at the moment.',
  closed: 'The establishment is closed.',
  slot_full: 'No more orders can be taken for this pickup time.',
  sold_out: 'Some of the items are sold out.',
  empty_order: 'Nothing in the order can be ordered.',
  invalid_options: 'The options of an item do not fit its rules.',
  invalid_slot: 'This pickup time is not offered.',
  below_minimum: 'The order is below the minimum of the establishment.',
  unknown_order: 'There is no such order.',
  invalid_transition: 'The order is not in a state that allows this step.',
  payment_pending: 'The order is not paid yet.',
  payment_not_offered: 'This order cannot be paid that way.',
  payment_over: 'This order is not waiting for a payment.',
  till_unreachable: 'The till cannot take the order right now; nothing was stored and trying again is safe.',
  // Apps on this machine
  loopback_only: 'Only programs on this machine can make this call.',
  missing_app_id: 'Name the calling app in the header X-Sdk-App-Id.',
  // Sales
  unknown_sale: 'There is no such sale.',
  over_refunded: 'More would come back than is left of the sale.',
  over_paid: 'More would be paid than is due.',
  too_many_goods: 'More would be moved than is left.',
  site_broken: 'The files of this site cannot be made into a site.',
  site_busy: 'This site is answering as many requests as it can.',
  site_restarted: 'This site was restarted while it worked on the request.',
  site_timeout: 'This site took too long to answer.',
  issuance_failed: 'The certificate could not be had.',
  issuance_deferred: 'It is too soon to ask for this certificate again.',
  unknown_schedule: 'This app has no such schedule.',
  already_running: 'An earlier run has not ended.',
  too_many_schedules: 'This app has as many schedules as it may have.',
  commands_disabled: 'This host does not start programs: COMPTOIR_ALLOW_COMMANDS is not set.',
  host_taken: 'This host name belongs to another virtual host.',
  config_rejected: 'The web server does not accept this virtual host.',
  nginx_unavailable: 'The web server cannot be reached right now; nothing was changed.',
  // Coupons
  coupon_refused: 'This coupon does not count for the order.',
  // Invoices
  over_invoiced: 'More would be invoiced than was ordered.',
  // Campaigns
  invalid_template: 'Some parts of the template cannot be filled in.',
  no_recipients: 'Nobody would get this campaign: nobody in question has agreed to mails and can be reached.',
  // Tickets
  unknown_offer: 'There is no such offer.',
  unknown_session: 'There is no such session.',
  unknown_rate: 'The offer has no such rate.',
  session_full: 'The session has fewer seats left than were asked for.',
  session_past: 'The session has begun, or is over.',
  session_cancelled: 'The session does not take place.',
  ticket_used: 'Somebody was let in with a ticket of this booking.',
  // Access
  unknown_ticket: 'There is no such ticket or pass.',
  unknown_scan: 'There is no such scan.',
  scan_settled: 'This scan cannot be annulled any more.',
  unknown_pass: 'There is no such pass.',
  pass_refused: 'The pass does not let anybody in now.',
  unknown_group: 'There is no such group.',
  // Tills
  unknown_register: 'There is no such register.',
  unknown_shift: 'There is no such shift.',
  shift_open: 'A shift of this register is open.',
  no_open_shift: 'No shift of this register is open.',
  shift_over: 'The shift of this register has been open for too long: close it first.',
  // Signed synchronization
  unknown_link: 'There is no such link.',
  stale_timestamp: 'The call was signed too long ago, or in the future.',
  invalid_export: 'This is no export of an establishment, or it is incomplete.',
  // Online-shop synchronization
  sync_running: 'A synchronization of this establishment is under way.',
  nothing_to_accept: 'No full synchronization was stopped because too much was gone from the shop.',
  shop_unauthorized: 'The online shop does not accept the key.',
  shop_unreadable: 'The key of the online shop may not read what is needed.',
  shop_unusable: 'The online shop answers in a way that cannot be used.',
  shop_unreachable: 'The online shop does not answer.',
  invalid_batch: 'Send 1 to 500 events, each with entity, action and id.',
  invalid_secret: 'The secret of the webhook is not right.',
  unknown_entity: 'There are webhooks for customers, products and orders.',
  // The host
  store_unavailable: 'The database cannot be reached right now.',
  too_many_streams: 'Too many live connections; poll instead.',
  internal: 'Something went wrong on our side.',
} as const;

export type ErrorCode = keyof typeof MESSAGES;

/** @public */
export const ERROR_CODES = Object.keys(MESSAGES) as readonly ErrorCode[];

/** One fault of an input: where (`items.0.quantity`, empty for the whole) and what. */
export interface Issue {
  readonly path: string;
  readonly message: string;
}

export interface DomainErrorOptions {
  /** Replaces the standard sentence. Reaches the caller: no secrets, no SQL. */
  readonly message?: string;
  /** The faults of an input (400 and 422), shown as `details`. */
  readonly issues?: readonly Issue[];
  /** What the caller needs to go on, shown beside the code: `nextOpening`, the `items` that are sold out. JSON values only. */
  readonly facts?: Readonly<Record<string, unknown>>;
  /** Whole seconds after which trying again makes sense; becomes `Retry-After`. */
  readonly retryAfterSecs?: number;
  readonly cause?: unknown;
}

export class DomainError extends Error {
  override readonly name = 'DomainError';
  readonly code: ErrorCode;
  readonly issues: readonly Issue[];
  readonly facts: Readonly<Record<string, unknown>>;
  readonly retryAfterSecs: number | undefined;

  constructor(code: ErrorCode, options: DomainErrorOptions = {}) {
    super(options.message ?? MESSAGES[code], options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.issues = options.issues ?? [];
    this.facts = options.facts ?? {};
    this.retryAfterSecs = options.retryAfterSecs;
  }
}

/** Whatever was thrown, as an error. */
export function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}

/** True when `error` is a refusal with this code. */
export function hasCode(error: unknown, code: ErrorCode): error is DomainError {
  return error instanceof DomainError && error.code === code;
}
