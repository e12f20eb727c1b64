import type { Clock } from '../kit/clock.js';
import type { WebServer } from './web-server.js';

/** Reloads of the web server that this process has asked for. */
export interface ReloadCounts {
  readonly done: number;
  readonly failed: number;
  /** Null: none failed since the process started. */
  readonly lastFailureAt: Date | null;
}

/** The web server, and what became of the reloads. */
export function countReloads(webServer: WebServer, clock: Clock): { webServer: WebServer; counts(): ReloadCounts } {
  let counts: ReloadCounts = { done: 0, failed: 0, lastFailureAt: null };
  async function reload(): Promise<number> {
    try {
      const pid = await webServer.reload();
      counts = { ...counts, done: counts.done + 1 };
      return pid;
    } catch (error) {
      counts = { ...counts, failed: counts.failed + 1, lastFailureAt: clock.now() };
      throw error;
    }
  }
  return { webServer: { ...webServer, reload }, counts: () => counts };
}
