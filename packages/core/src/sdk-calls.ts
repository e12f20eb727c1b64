import { certificatesCalls } from './certificates/certificates-calls.js';
import { pushQueueCalls } from './push-queue/push-queue-calls.js';
import { schedulerCalls } from './scheduler/scheduler-calls.js';
import type { AnySdkCall } from './sdk/sdk-call.js';
import { vhostCalls } from './vhosts/vhost-calls.js';

/** Everything apps on this machine may call: one line per feature. */
export const SDK_CALLS: readonly AnySdkCall[] = [...certificatesCalls, ...pushQueueCalls, ...schedulerCalls, ...vhostCalls];
