import type { CursorInput, CursorPage, Page, PageInput } from '../kit/page.js';
import type { Scope } from '../kit/scope.js';
import type { DeliveryState, WebhookDelivery } from './webhook-delivery.js';
import type { EndpointScope, Listener, WebhookEndpoint } from './webhook-endpoint.js';
import type { WebhookEventType } from './webhook-event.js';

/** Writes of webhook endpoints and of what is delivered to them. */
export interface WebhookEndpointStore {
  /** Throws `unknown_record` (the establishment, the organisation), `duplicate`. */
  create(scope: EndpointScope, endpoint: WebhookEndpoint): Promise<void>;
  /**
   * Locks the endpoint until the transaction ends and stores what `decide` returns, unless it returns what it was given. Never waits for who only adds
   * deliveries to it. Null: there is none.
   */
  change(scope: EndpointScope, id: string, decide: (before: WebhookEndpoint) => WebhookEndpoint): Promise<WebhookEndpoint | null>;
  /** With its deliveries. False: there is none. */
  remove(scope: EndpointScope, id: string): Promise<boolean>;
  /**
   * Those that hear of the establishment and are not disabled, by id. They stay until the transaction ends: one that is deleted meanwhile must not undo
   * what it is told of.
   */
  listening(scope: Scope): Promise<readonly Listener[]>;
  /** Deliveries of events of the establishment, all or nothing. */
  addDeliveries(scope: Scope, deliveries: readonly WebhookDelivery[]): Promise<void>;
  /** As `change`, of the delivery of an event of the establishment. */
  changeDelivery(scope: Scope, id: string, decide: (before: WebhookDelivery) => WebhookDelivery): Promise<WebhookDelivery | null>;
  /** Makes up to `limit` deliveries of the endpoint that failed and were made at `since` or later wait again, oldest first, and returns them. */
  releaseFailed(scope: EndpointScope, endpointId: string, since: Date, limit: number): Promise<readonly Released[]>;
  /** Forgets deliveries made before; how many. Across tenants: it is housekeeping. */
  forgetBefore(before: Date): Promise<number>;
}

export type Released = Pick<WebhookDelivery, 'id' | 'siteId'>;

export interface DeliveryFilter extends CursorInput {
  readonly endpointId?: string | undefined;
  readonly type?: WebhookEventType | undefined;
  readonly state?: DeliveryState | undefined;
  /** Made then or later, and before. */
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}

/** Reads of webhook endpoints. */
export interface WebhookEndpointViews {
  get(scope: EndpointScope, id: string): Promise<WebhookEndpoint | null>;
  /** Oldest first; `search` looks in names and addresses. */
  list(scope: EndpointScope, page: PageInput): Promise<Page<WebhookEndpoint>>;
  /** The endpoint, when it hears of the establishment, disabled or not; else null. */
  hearing(scope: Scope, id: string): Promise<WebhookEndpoint | null>;
  /** To endpoints of the scope. */
  delivery(scope: EndpointScope, id: string): Promise<WebhookDelivery | null>;
  /** The delivery of an event of the establishment. */
  ofSite(scope: Scope, id: string): Promise<WebhookDelivery | null>;
  /** To endpoints of the scope, newest first. Throws `invalid_request` for a cursor of something else. */
  deliveries(scope: EndpointScope, filter: DeliveryFilter): Promise<CursorPage<WebhookDelivery>>;
}
