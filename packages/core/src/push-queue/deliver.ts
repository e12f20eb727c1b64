import type { Clock } from '../kit/clock.js';
import type { OutgoingHttp } from '../kit/outgoing-http.js';
import type { Delivered, LeasedJob } from './push-job.js';

/** The answer must be in before the lease ends: by this share of the time that is left, and at most by so much. */
const MARGIN_SHARE = 0.1;
const MARGIN_MAX_MS = 2_000;

/** How long a handler may take for a message whose lease began at `now`. */
export function timeoutMs({ lease }: Pick<LeasedJob, 'lease'>, now: Date): number {
  const leftMs = lease.until.getTime() - now.getTime();
  return Math.floor(leftMs - Math.min(MARGIN_MAX_MS, leftMs * MARGIN_SHARE));
}

/** Delivers to a handler by HTTP: a POST with `{id, queue, payload, attempts}`, of which this delivery is the `attempts`th. */
export function deliverByHttp(outgoing: OutgoingHttp, clock: Clock, url: string): (job: LeasedJob) => Promise<Delivered> {
  return (job) => outgoing.post({ url, headers: HEADERS, body: envelopeOf(job), timeoutMs: timeoutMs(job, clock.now()) });
}

const HEADERS = { 'Content-Type': 'application/json', 'User-Agent': 'Comptoir-Queue/1' } as const;

/** The payload goes in as the text it is. */
function envelopeOf({ id, queue, payload, attempts }: LeasedJob): string {
  return `{"id":${JSON.stringify(id)},"queue":${JSON.stringify(queue)},"payload":${payload},"attempts":${attempts + 1}}`;
}
