import type { CallOutcome, OutgoingCall, OutgoingHttp } from '@comptoir/core/kit/outgoing-http.js';
import { Agent } from 'undici';
import { AnswerHead } from './answer-head.js';
import { AnswerText } from './answer-text.js';
import type { CallPolicy } from './callable-address.js';
import { faultOfUrl } from './callable-url.js';
import { checkedConnector } from './checked-connector.js';

export interface ClosableOutgoingHttp extends OutgoingHttp {
  /** Cuts what is under way. */
  close(): Promise<void>;
}

/** What comes after the head of an answer is of no use; a connection that is kept waiting by it is given up. */
const BODY_TIMEOUT_MS = 5_000;

/**
 * Servers hang up on connections that nobody uses, some after two seconds and without a word of it before. A call that is on its way at that moment is
 * lost, and a schedule of the same period meets it again and again: so connections are given up before.
 */
const IDLE_MS = 1_000;

/** Addresses that were called lately: there are few, and each is called again and again. */
const TARGETS_MAX = 1_000;

/** Calls over connections that are kept open, to addresses that were checked. */
export function makeOutgoingHttp(policy: CallPolicy): ClosableOutgoingHttp {
  // The time until the head of an answer is the caller's to set, for each call.
  const agent = new Agent({
    connect: checkedConnector(policy),
    bodyTimeout: BODY_TIMEOUT_MS,
    headersTimeout: 0,
    keepAliveTimeout: IDLE_MS,
    keepAliveMaxTimeout: IDLE_MS,
  });
  const targetOf = rememberedTargets();
  return {
    post: (call) => post(agent, targetOf(call.url), call),
    faultOf: (url) => faultOfUrl(url, policy),
    close: () => agent.destroy(),
  };
}

interface Target {
  readonly origin: string;
  readonly path: string;
}

function post(agent: Agent, target: Target | null, { headers, body, timeoutMs, answerBytesMax }: OutgoingCall): Promise<CallOutcome> {
  if (target === null) return Promise.resolve({ kind: 'forbidden', reason: 'The address is not a URL.' });
  if (timeoutMs <= 0) return Promise.resolve({ kind: 'timed-out' });
  const { origin, path } = target;
  return new Promise((resolve) => {
    const handler = answerBytesMax === undefined ? new AnswerHead(timeoutMs, resolve) : new AnswerText(timeoutMs, answerBytesMax, resolve);
    agent.dispatch({ origin, path, method: 'POST', headers, body }, handler);
  });
}

/** Where an address leads, as it is written in it; null when it is none. What its name leads to is asked for with each connection. */
function rememberedTargets(): (url: string) => Target | null {
  const known = new Map<string, Target | null>();
  return (url) => {
    const remembered = known.get(url);
    if (remembered !== undefined) return remembered;
    const target = targetOf(url);
    if (known.size >= TARGETS_MAX) known.clear();
    known.set(url, target);
    return target;
  };
}

function targetOf(url: string): Target | null {
  if (!URL.canParse(url)) return null;
  const { origin, pathname, search } = new URL(url);
  return { origin, path: pathname + search };
}
