/** Messages that are queued (no lease) or in delivery. */
export interface QueueMessageTable {
  readonly id: string;
  readonly app_id: string;
  readonly queue: string;
  readonly payload: string;
  readonly attempts: number;
  readonly max_attempts: number | null;
  readonly dedup_id: string | null;
  readonly run_at: Date;
  readonly created_at: Date;
  readonly lease_token: string | null;
  readonly lease_until: Date | null;
}

export interface QueueDeadLetterTable {
  readonly id: string;
  readonly app_id: string;
  readonly queue: string;
  readonly payload: string;
  readonly attempts: number;
  readonly max_attempts: number | null;
  readonly last_status: number | null;
  readonly last_error: string;
  readonly created_at: Date;
  readonly dead_at: Date;
}

/** Which message has a name; free again from `free_at` on. */
export interface QueueNameTable {
  readonly app_id: string;
  readonly queue: string;
  readonly dedup_id: string;
  readonly message_id: string;
  readonly free_at: Date | null;
}

export interface QueueWorkerTable {
  readonly app_id: string;
  readonly queue: string;
  readonly handler_url: string;
  readonly concurrency: number;
  readonly visibility_timeout_secs: number;
  readonly max_attempts: number;
}
