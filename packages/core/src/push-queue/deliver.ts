import type { Clock } from '../kit/clock.js';
import type { OutgoingHttp } from '../kit/outgoing-http.js';
import type { Delivered, LeasedJob } from './push-job.js';

/** The answer must be in before the lease ends: by this share of the time that is left, and at most by so much. */
const MARGIN_SHARE = 0.1;
const MARGIN_MAX_MS = 2_000;

export interface HttpDelivery {
  readonly outgoing: OutgoingHttp;
  readonly clock: Clock;
  readonly url: string;
  readonly visibilityTimeoutSecs: number;
}

/** How long a handler may take for a message that is delivered at `now`: no lease is longer than its queue has it, whatever a clock says that was set back. */
export function timeoutMs({ lease }: Pick<LeasedJob, 'lease'>, visibilityTimeoutSecs: number, now: Date): number {
  const leftMs = Math.min(lease.until.getTime() - now.getTime(), visibilityTimeoutSecs * 1000);
  return Math.floor(leftMs - Math.min(MARGIN_MAX_MS, leftMs * MARGIN_SHARE));
}

/** Delivers to a handler by HTTP: a POST with `{id, queue, payload, attempts}`, of which this delivery is the `attempts`th. */
export function deliverByHttp({ outgoing, clock, url, visibilityTimeoutSecs }: HttpDelivery): (job: LeasedJob) => Promise<Delivered> {
  return (job) =>
    outgoing.post({ url, headers: HEADERS, body: envelopeOf(job), timeoutMs: timeoutMs(job, visibilityTimeoutSecs, clock.now()) });
}

const HEADERS = { 'Content-Type': 'application/json', 'User-Agent': 'Comptoir-Queue/1' } as const;

/** The payload goes in as the text it is. */
function envelopeOf({ id, queue, payload, attempts }: LeasedJob): string {
  return `{"id":${JSON.stringify(id)},"queue":${JSON.stringify(queue)},"payload":${payload},"attempts":${attempts + 1}}`;
}
