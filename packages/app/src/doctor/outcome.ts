/** One thing that was looked at. `failed` keeps a server from working; a `note` is only worth knowing. */
export interface Finding {
  readonly check: string;
  readonly outcome: 'ok' | 'note' | 'failed';
  /** What was found and, unless it is well, what to do. */
  readonly message: string;
}

export type Outcome = Omit<Finding, 'check'>;

export const ok = (message: string): Outcome => ({ outcome: 'ok', message });
export const note = (message: string): Outcome => ({ outcome: 'note', message });
export const failed = (message: string): Outcome => ({ outcome: 'failed', message });

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
