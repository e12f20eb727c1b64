/** What of an offer a link opens. */
export interface BookingTarget {
  readonly offerId: string;
  /** `YYYY-MM-DD`, of the establishment's own calendar. */
  readonly day?: string;
  readonly sessionId?: string;
}
