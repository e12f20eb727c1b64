/**
 * Calls of the host to addresses that others gave it: handlers of queues and schedules, webhooks. What came of a call is a value,
 * not an error: whoever calls decides whether to try again.
 */

export interface OutgoingCall {
  /** http or https. Its name is resolved and checked at the moment of the call; redirects are not followed. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** From the start to the last byte of the answer's head; then the connection is dropped. */
  readonly timeoutMs: number;
  /** How much of the body of the answer is wanted; it is waited for, within the same time. Left out: nothing of it. */
  readonly answerBytesMax?: number;
}

export type CallOutcome =
  /** The handler answered. `retryAfterSecs`: what `Retry-After` asks for, from now; null without one that makes sense. `text`: as much of the body as was wanted. */
  | { readonly kind: 'answered'; readonly status: number; readonly retryAfterSecs: number | null; readonly text?: string }
  /** The address is one that this host does not call: this machine, a link-local one, its own ports. Nothing was sent. */
  | { readonly kind: 'forbidden'; readonly reason: string }
  | { readonly kind: 'timed-out' }
  /** No connection, or one that broke. `reason` is for people and holds no more than a system's error code. */
  | { readonly kind: 'unreachable'; readonly reason: string };

export interface OutgoingHttp {
  /** Makes a POST and reads no more of the answer than it needs. Never rejects. */
  post(call: OutgoingCall): Promise<CallOutcome>;
  /** Faults of an address that can be seen without calling it, for whoever registers one; null when there are none. */
  faultOf(url: string): string | null;
}
