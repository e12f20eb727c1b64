import type { Metric } from '../kit/metrics.js';
import type { CertificateRecord } from './certificate.js';

const DAY_MS = 86_400_000;

/** Days left of every certificate that somebody needs, and what went wrong last where something did. */
export function certificateMetrics(records: readonly CertificateRecord[], now: Date): readonly Metric[] {
  const labelsOf = ({ domain, staging }: CertificateRecord) => ({ domain, staging: String(staging) });
  return [
    {
      name: 'comptoir_certificate_days_left',
      help: 'Days until the certificate expires; negative once it has.',
      type: 'gauge',
      samples: records.flatMap((record) =>
        record.issued === null || isRetired(record)
          ? []
          : [{ labels: labelsOf(record), value: (record.issued.notAfter.getTime() - now.getTime()) / DAY_MS }],
      ),
    },
    {
      name: 'comptoir_certificate_failures',
      help: 'Tries that failed in a row since the last certificate, with the error of the last one.',
      type: 'gauge',
      samples: records.flatMap((record) =>
        record.failure === null ? [] : [{ labels: { ...labelsOf(record), type: record.failure.type }, value: record.failure.count }],
      ),
    },
    {
      name: 'comptoir_certificate_last_failure_timestamp_seconds',
      help: 'When the last try failed, in seconds since 1970.',
      type: 'gauge',
      samples: records.flatMap((record) =>
        record.failure === null ? [] : [{ labels: labelsOf(record), value: Math.floor(record.failure.at.getTime() / 1000) }],
      ),
    },
  ];
}

/** It runs out without anybody minding: whoever watches is not to be woken by it. */
function isRetired({ staging, lookAt }: CertificateRecord): boolean {
  return !staging && lookAt === null;
}
