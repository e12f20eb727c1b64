/** What cron expressions mean, as a port: five or six fields (the first of six is seconds), in a time zone. */
export interface CronTimes {
  /**
   * The first time of the expression after `after`, on a whole second; null when there is none. Never goes back: a later `after`
   * has no earlier answer. Only for an expression and a zone without faults.
   *
   * Where clocks change: times that are the same every hour, or every so many minutes, keep their rhythm. A single time of day that
   * is left out comes at the moment of the change, and one that comes twice is taken once.
   */
  next(expression: string, timezone: string, after: Date): Date | null;
  /** What is wrong with the expression or the zone, as a sentence and where; null when nothing is. */
  faultOf(expression: string, timezone: string): CronFault | null;
}

export interface CronFault {
  readonly field: 'schedule' | 'timezone';
  readonly message: string;
}
