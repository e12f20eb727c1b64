import type { NginxOptions } from '@comptoir/adapters-sdk/nginx/nginx-options.js';
import type { VhostInput } from '@comptoir/core/vhosts/vhost-contract.js';

export const CRASH_STEPS = ['before the file', 'after the file', 'after the test', 'after the reload', 'after the commit'] as const;
export type CrashStep = (typeof CRASH_STEPS)[number];

/** What `publisher-process` is told, as JSON. */
export interface PublisherTask {
  readonly databaseUrl: string;
  readonly options: Omit<NginxOptions, 'signal'>;
  readonly inputs: readonly VhostInput[];
  readonly crash: CrashStep | null;
}
