/** Signals every process of a group; one that has gone already is no fault. */
export function signalGroup(groupId: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(-groupId, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
