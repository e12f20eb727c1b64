import type { CallOutcome, OutgoingCall, OutgoingHttp } from '@comptoir/core/kit/outgoing-http.js';
import { Agent } from 'undici';
import { AnswerHead } from './answer-head.js';
import type { CallPolicy } from './callable-address.js';
import { faultOfUrl } from './callable-url.js';
import { checkedConnector } from './checked-connector.js';

export interface ClosableOutgoingHttp extends OutgoingHttp {
  /** Cuts what is under way. */
  close(): Promise<void>;
}

/** What comes after the head of an answer is of no use; a connection that is kept waiting by it is given up. */
const BODY_TIMEOUT_MS = 5_000;

/** Calls over connections that are kept open, to addresses that were checked. */
export function makeOutgoingHttp(policy: CallPolicy): ClosableOutgoingHttp {
  // The time until the head of an answer is the caller's to set, for each call.
  const agent = new Agent({ connect: checkedConnector(policy), bodyTimeout: BODY_TIMEOUT_MS, headersTimeout: 0 });
  return {
    post: (call) => post(agent, call),
    faultOf: (url) => faultOfUrl(url, policy),
    close: () => agent.destroy(),
  };
}

function post(agent: Agent, { url, headers, body, timeoutMs }: OutgoingCall): Promise<CallOutcome> {
  if (!URL.canParse(url)) return Promise.resolve({ kind: 'forbidden', reason: 'The address is not a URL.' });
  if (timeoutMs <= 0) return Promise.resolve({ kind: 'timed-out' });
  const { origin, pathname, search } = new URL(url);
  return new Promise((resolve) => {
    agent.dispatch({ origin, path: pathname + search, method: 'POST', headers, body }, new AnswerHead(timeoutMs, resolve));
  });
}
