import type { Client, Consent } from './client.js';
import type { ClientEvent } from './client-event.js';

/** What the log of consents says of a change; nothing where none was given or withdrawn. */
export function newConsent(before: Consent | null, after: Consent | null): ClientEvent['facts'] {
  if (after === null || before?.at.getTime() === after.at.getTime()) return {};
  return { granted: after.granted, source: after.source, at: after.at.toISOString() };
}

/** The clients of each state of consent, all of which come from one import. */
export function byConsent(clients: readonly Client[]): readonly (readonly [Consent | null, readonly Client[]])[] {
  const groups = [true, false, undefined].map((granted) => clients.filter(({ emailConsent }) => emailConsent?.granted === granted));
  return groups.flatMap((group) => (group[0] === undefined ? [] : [[group[0].emailConsent, group] as const]));
}
