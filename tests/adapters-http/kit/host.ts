import type { HealthChecks, HostOptions } from '@comptoir/adapters-http/kit/host-options.js';
import { keepingLogger, type LogLine } from '../log.js';

/** The options of a host that writes its log into `log`. */
export function hostOptions({ log = [], health = {} }: { log?: LogLine[]; health?: HealthChecks } = {}): HostOptions {
  return { publicUrl: 'https://till.example', trustProxyHops: 0, logger: keepingLogger(log), health };
}
