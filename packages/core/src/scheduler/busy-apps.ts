/** An app that has so many runs in one process gets no more there until some have ended: a slow app leaves room for others. */
export const RUNS_OF_APP_MAX = 64;

/** The apps that have as many as they may, from the app of every run. */
export function busyApps(apps: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const app of apps) counts.set(app, (counts.get(app) ?? 0) + 1);
  return [...counts].filter(([, count]) => count >= RUNS_OF_APP_MAX).map(([app]) => app);
}
