/** What the staff notes about an order, for themselves: never shown to its client. */
export interface OrderNote {
  readonly id: string;
  readonly text: string;
  /** As `actorName` gives it. */
  readonly author: string;
  readonly at: Date;
}
