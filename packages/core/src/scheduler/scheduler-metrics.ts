import type { Metric } from '../kit/metrics.js';
import type { RunCounts } from './run-counts.js';
import type { ScheduleFigures } from './schedule-store.js';

/** The scheduler's figures: of all processes where they come from the database, of this one where they are counted. */
export function schedulerMetrics(figures: ScheduleFigures, { totals }: RunCounts, now: Date): readonly Metric[] {
  const overdueMs = figures.earliest === null ? 0 : Math.max(0, now.getTime() - figures.earliest.getTime());
  return [
    {
      name: 'comptoir_schedules',
      help: 'Schedules that are registered.',
      type: 'gauge',
      samples: [
        { labels: { enabled: 'true' }, value: figures.enabled },
        { labels: { enabled: 'false' }, value: figures.disabled },
      ],
    },
    {
      name: 'comptoir_schedule_overdue_seconds',
      help: 'How long the earliest tick that nobody has taken has been due.',
      type: 'gauge',
      samples: [{ labels: {}, value: overdueMs / 1000 }],
    },
    {
      name: 'comptoir_schedule_runs_started_total',
      help: 'Runs that this process has started.',
      type: 'counter',
      samples: [{ labels: {}, value: totals.started }],
    },
    {
      name: 'comptoir_schedule_lateness_seconds_total',
      help: 'From due to started, over all runs that this process has started.',
      type: 'counter',
      samples: [{ labels: {}, value: totals.latenessMs / 1000 }],
    },
    {
      name: 'comptoir_schedule_runs_ended_total',
      help: 'Runs of this process by how they ended.',
      type: 'counter',
      samples: Object.entries(totals.ended).map(([status, value]) => ({ labels: { status }, value })),
    },
    {
      name: 'comptoir_schedule_ticks_skipped_total',
      help: 'Ticks that this process did not start, by why.',
      type: 'counter',
      samples: Object.entries(totals.skipped).map(([reason, value]) => ({ labels: { reason }, value })),
    },
  ];
}
