import type { ScheduledWork } from '@comptoir/core/scheduler/schedule.js';
import type { RunStatus, ScheduleRun } from '@comptoir/core/scheduler/schedule-run.js';
import type { Json } from '../kit/json.js';

export interface ScheduleTable {
  id: string;
  app_id: string;
  name: string;
  cron: string;
  timezone: string;
  work: Json<ScheduledWork>;
  /** JSON text. */
  payload: string;
  timeout_secs: number;
  catchup_secs: number;
  overlap: boolean;
  enabled: boolean;
  next_run_at: Date | null;
  created_at: Date;
}

export interface ScheduleRunTable {
  schedule_id: string;
  due_at: Date;
  id: string;
  trigger: ScheduleRun['trigger'];
  status: RunStatus;
  attempts: number;
  worker: string | null;
  lease_until: Date | null;
  started_at: Date | null;
  ended_at: Date | null;
  http_status: number | null;
  error: string | null;
  output: string | null;
  skipped: number;
}
