import type { WebhookEventType } from './webhook-event.js';

/** `waiting`: a message on the queue delivers it; `failed`: its attempts are used up or its endpoint was disabled, until somebody sends it again. */
export const DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** An event on its way to an endpoint. */
export interface WebhookDelivery {
  readonly id: string;
  readonly tenantId: string;
  /** The establishment the event is of. */
  readonly siteId: string;
  readonly endpointId: string;
  /** `webhook-id`: that of the event, the same at every endpoint. */
  readonly eventId: string;
  readonly type: WebhookEventType;
  /** The JSON that is sent, the same with every attempt. */
  readonly body: string;
  readonly state: DeliveryState;
  /** Since it was last put on the queue. */
  readonly attempts: number;
  /** Of the last attempt; null: there was none. */
  readonly last: Attempt | null;
  readonly createdAt: Date;
}

export interface Attempt {
  readonly at: Date;
  readonly tookMs: number;
  /** Null: there was no answer. */
  readonly status: number | null;
  /** Why it failed, in a sentence; null: it did not. */
  readonly error: string | null;
  /** The beginning of the answer's body; null: there was none. */
  readonly answer: string | null;
}

/** So much of an answer is kept. */
export const ANSWER_BYTES_MAX = 1024;
