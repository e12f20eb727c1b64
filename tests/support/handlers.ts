import type { CallOutcome, OutgoingCall, OutgoingHttp } from '@comptoir/core/kit/outgoing-http.js';

/** Handlers of others, as calls going out meet them: keeps what was sent, and answers when and what the test says. */
export interface Handlers extends OutgoingHttp {
  readonly calls: readonly OutgoingCall[];
  /** What the bodies of the calls were. */
  readonly bodies: readonly unknown[];
  /** From now on calls wait; the returned function answers those that do. */
  hold(): (outcome?: CallOutcome) => void;
  /** From now on calls come back so. */
  answer(outcome: CallOutcome): void;
}

export const ANSWERED: CallOutcome = { kind: 'answered', status: 200, retryAfterSecs: null };

export function someHandlers(): Handlers {
  const calls: OutgoingCall[] = [];
  let next: CallOutcome = ANSWERED;
  let held: ((outcome: CallOutcome) => void)[] | null = null;
  return {
    calls,
    get bodies() {
      return calls.map(({ body }) => JSON.parse(body));
    },
    hold() {
      const waiting: ((outcome: CallOutcome) => void)[] = [];
      held = waiting;
      return (outcome = ANSWERED) => {
        held = null;
        for (const answer of waiting) answer(outcome);
      };
    },
    answer(outcome) {
      next = outcome;
    },
    async post(call) {
      calls.push(call);
      const waiting = held;
      return waiting === null ? next : new Promise((resolve) => waiting.push(resolve));
    },
    faultOf: (url) => (url.startsWith('https://') ? null : 'Send an https address.'),
  };
}
