/** What is counted of one site, since this process knows it. */
export interface SiteFigures {
  readonly answers: Record<StatusClass, number>;
  readonly builds: Record<'built' | 'broken', number>;
  /** Milliseconds, of all builds together. */
  buildMs: number;
  readonly threadsLost: Record<ThreadLoss, number>;
}

export const STATUS_CLASSES = ['2xx', '3xx', '4xx', '5xx'] as const;
export type StatusClass = (typeof STATUS_CLASSES)[number];

/** It did not answer in time, or it ended by itself: of an error that nobody caught, or for want of memory. */
export type ThreadLoss = 'hung' | 'died';

export function makeSiteFigures(): SiteFigures {
  return {
    answers: { '2xx': 0, '3xx': 0, '4xx': 0, '5xx': 0 },
    builds: { built: 0, broken: 0 },
    buildMs: 0,
    threadsLost: { hung: 0, died: 0 },
  };
}

export function countAnswer({ answers }: SiteFigures, status: number): void {
  const statusClass = STATUS_CLASSES[Math.floor(status / 100) - 2];
  if (statusClass !== undefined) answers[statusClass] += 1;
}
