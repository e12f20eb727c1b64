import type { CallOutcome, OutgoingHttp } from '@comptoir/core/kit/outgoing-http.js';

/** Calls going out, really made, to wherever the test says: without the checks that a host makes. */
export const plainHttp: OutgoingHttp = {
  async post({ url, headers, body, timeoutMs }): Promise<CallOutcome> {
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { ...headers },
        body,
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      });
      await answer.body?.cancel();
      return { kind: 'answered', status: answer.status, retryAfterSecs: null };
    } catch (error) {
      if (error instanceof DOMException && error.name === 'TimeoutError') return { kind: 'timed-out' };
      return { kind: 'unreachable', reason: 'no connection' };
    }
  },
  faultOf: () => null,
};
