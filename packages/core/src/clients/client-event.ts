/** What can happen to a client. */
export const CLIENT_EVENT_KINDS = ['created', 'imported', 'updated', 'consent', 'merged', 'absorbed', 'anonymized'] as const;
export type ClientEventKind = (typeof CLIENT_EVENT_KINDS)[number];

/**
 * One change in the life of a client; appended, never changed. It outlives what is personal about the client, so it names fields and
 * records, never what was in them.
 */
export interface ClientEvent {
  readonly kind: ClientEventKind;
  readonly at: Date;
  /** Who did it, as `actorName` gives it. */
  readonly actor: string;
  /** JSON: the `fields` of an update, `granted` and `source` of a consent, the `clientId` of the other client of a merge. */
  readonly facts: Readonly<Record<string, unknown>>;
}

/** An event of a client, or of one that was merged into it. */
export interface ClientHistoryEntry extends ClientEvent {
  /** Whom it happened to. */
  readonly clientId: string;
}

/** What was written down about a client. */
export interface ClientNote {
  readonly id: string;
  readonly clientId: string;
  readonly text: string;
  /** Who wrote it, as `actorName` gives it. */
  readonly author: string;
  readonly at: Date;
}
