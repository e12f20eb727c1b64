import type { Metric, Sample } from '../kit/metrics.js';
import type { Settlement } from './push-job.js';
import type { QueueDepth, QueueWorker } from './push-queue-store.js';

type Queue = Pick<QueueWorker, 'appId' | 'queue'>;

/** What this process has delivered since it started. */
export interface DeliveryCounters {
  began(queue: Queue): void;
  /** `latencyMs`: from the start of the delivery to its answer. */
  ended(queue: Queue, settlement: Settlement['kind'], latencyMs: number): void;
  /** An answer that came after its lease: the message is somebody else's by now. */
  late(count: number): void;
  metrics(): readonly Metric[];
}

interface Counts {
  inFlight: number;
  delivered: number;
  failed: number;
  dead: number;
  latencyMs: number;
}

const COUNTED = {
  inFlight: ['comptoir_queue_in_flight', 'Deliveries that this process has under way.', 'gauge'],
  delivered: ['comptoir_queue_delivered_total', 'Messages acknowledged by their handler.', 'counter'],
  failed: ['comptoir_queue_failed_total', 'Deliveries that will be tried again.', 'counter'],
  dead: ['comptoir_queue_dead_total', 'Messages given up.', 'counter'],
} as const satisfies Partial<Record<keyof Counts, readonly [string, string, Metric['type']]>>;

export function makeDeliveryCounters(): DeliveryCounters {
  const queues = new Map<string, Counts & { readonly labels: Sample['labels'] }>();
  let lateAnswers = 0;

  function of({ appId, queue }: Queue): Counts {
    const key = `${appId}\n${queue}`;
    const known = queues.get(key);
    if (known !== undefined) return known;
    const counts = { labels: { app: appId, queue }, inFlight: 0, delivered: 0, failed: 0, dead: 0, latencyMs: 0 };
    queues.set(key, counts);
    return counts;
  }

  const samples = (value: (counts: Counts) => number) =>
    [...queues.values()].map((counts) => ({ labels: counts.labels, value: value(counts) }));

  return {
    began: (queue) => {
      of(queue).inFlight += 1;
    },
    ended(queue, settlement, latencyMs) {
      const counts = of(queue);
      counts.inFlight -= 1;
      counts[settlement === 'acked' ? 'delivered' : settlement === 'dead' ? 'dead' : 'failed'] += 1;
      counts.latencyMs += latencyMs;
    },
    late: (count) => {
      lateAnswers += count;
    },
    metrics: () => [
      ...Object.entries(COUNTED).map(([count, [name, help, type]]) => ({
        name,
        help,
        type,
        samples: samples((counts) => counts[count as keyof typeof COUNTED]),
      })),
      {
        name: 'comptoir_queue_delivery_seconds_total',
        help: 'Time that deliveries took, from their start to their answer; divided by their number it is the mean.',
        type: 'counter',
        samples: samples(({ latencyMs }) => latencyMs / 1000),
      },
      {
        name: 'comptoir_queue_late_answers_total',
        help: 'Answers that came when the message had been delivered again.',
        type: 'counter',
        samples: [{ labels: {}, value: lateAnswers }],
      },
    ],
  };
}

/** How the queues stand, whoever delivers them. */
export function depthMetrics(depths: readonly QueueDepth[], now: Date): readonly Metric[] {
  const labelsOf = ({ appId, queue }: QueueDepth) => ({ app: appId, queue });
  return [
    {
      name: 'comptoir_queue_depth',
      help: 'Messages, by state.',
      type: 'gauge',
      samples: depths.flatMap((depth) =>
        (['ready', 'delayed', 'inDelivery', 'dead'] as const).map((state) => ({
          labels: { ...labelsOf(depth), state: state === 'inDelivery' ? 'in_delivery' : state },
          value: depth[state],
        })),
      ),
    },
    {
      name: 'comptoir_queue_oldest_age_seconds',
      help: 'How long the oldest message has been due.',
      type: 'gauge',
      samples: depths.map((depth) => ({ labels: labelsOf(depth), value: ageSecs(depth, now) ?? 0 })),
    },
  ];
}

/** How long the message that waits longest has been due; null: none waits. */
export function ageSecs({ oldestDueAt }: Pick<QueueDepth, 'oldestDueAt'>, now: Date): number | null {
  return oldestDueAt === null ? null : Math.max(0, now.getTime() - oldestDueAt.getTime()) / 1000;
}
