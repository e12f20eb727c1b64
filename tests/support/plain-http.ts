import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import type { CallOutcome, OutgoingHttp } from '@comptoir/core/kit/outgoing-http.js';

const agent = new Agent({ keepAlive: true });

/** Calls going out, really made, to wherever the test says: without the checks that a host makes. */
export const plainHttp: OutgoingHttp = {
  async post({ url, headers, body, timeoutMs }): Promise<CallOutcome> {
    try {
      const signal = AbortSignal.timeout(timeoutMs);
      const sent = request(url, { method: 'POST', headers: { ...headers, 'Content-Length': Buffer.byteLength(body) }, agent, signal });
      sent.end(body);
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      answer.resume();
      return { kind: 'answered', status: answer.statusCode ?? 0, retryAfterSecs: null };
    } catch (error) {
      if (error instanceof Error && error.name === 'AbortError') return { kind: 'timed-out' };
      return { kind: 'unreachable', reason: 'no connection' };
    }
  },
  faultOf: () => null,
};
