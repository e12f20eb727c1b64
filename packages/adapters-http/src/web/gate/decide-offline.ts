import { decide, type Holder } from '@comptoir/core/access/admission.js';
import type { Direction } from '@comptoir/core/access/scan.js';
import { NEVER_HERE, type Presence, type ScanReason } from '@comptoir/core/access/scan.js';
import type { GatesAnswer, OfflinePassRecord, OfflineTicketRecord } from './gate-wire.js';

/** The rules of the host, on what the gate took along. */

export interface OfflineList {
  readonly fetchedAt: string;
  readonly rules: GatesAnswer['rules'];
  readonly gates: GatesAnswer['gates'];
  readonly timezone: string;
  readonly tickets: Readonly<Record<string, OfflineTicketRecord>>;
  readonly passes: Readonly<Record<string, OfflinePassRecord>>;
}

/** What this gate knows of a code from its own scans, by the hash of the code. */
export interface Mark {
  readonly hash: string;
  readonly inside: number;
  readonly lastEntry: { readonly gate: string; readonly at: string } | null;
  /** Entries with it that were let in here and that the list does not know of. */
  readonly entries: number;
  /** The day that `inside` and `lastEntry` are of, where it is of a pass. */
  readonly day: string;
}

export interface OfflineVerdict {
  readonly reason: ScanReason | null;
  readonly label: string | null;
  readonly startsAt: string | null;
  readonly elsewhere: Mark['lastEntry'];
  /** What is known afterwards. */
  readonly mark: Mark;
}

export interface OfflineScan {
  readonly hash: string;
  readonly gate: string;
  readonly direction: Direction;
  readonly at: Date;
}

export function decideOffline(list: OfflineList, known: Mark | null, { hash, gate, direction, at }: OfflineScan): OfflineVerdict {
  const day = dayIn(list.timezone, at);
  const [ticket = null, pass = null] = [list.tickets[hash], list.passes[hash]];
  const mark = markOn(day, known, pass);
  const presence = presenceOf(mark, ticket);
  const rules = list.gates.find(({ name }) => name === gate) ?? list.rules;
  const verdict = decide({ holder: ticket === null ? passOf(list, pass, mark, at) : holderOf(ticket), direction, at, rules, presence });
  const next = { hash, inside: presence.inside, lastEntry: isoOf(presence.lastEntry), entries: mark?.entries ?? 0, day };
  return {
    reason: verdict.reason,
    label: ticket?.label ?? pass?.label ?? null,
    startsAt: ticket?.startsAt ?? null,
    elsewhere: isoOf(presence.lastEntry),
    mark: verdict.counts ? counted(next, direction, verdict.uses, { gate, at: at.toISOString() }) : next,
  };
}

/** What the mark says on that day: of a pass, a new day forgets who is inside, not how many came. */
export function markOn(day: string, known: Mark | null, pass: OfflinePassRecord | null): Mark | null {
  return known === null || pass === null || known.day === day ? known : { ...known, inside: 0, lastEntry: null, day };
}

function counted(mark: Mark, direction: Direction, uses: boolean, entry: NonNullable<Mark['lastEntry']>): Mark {
  if (direction === 'exit') return { ...mark, inside: mark.inside - 1 };
  return { ...mark, inside: mark.inside + 1, lastEntry: entry, entries: mark.entries + (uses ? 1 : 0) };
}

/** What was seen here, else what the list says. */
function presenceOf(mark: Mark | null, ticket: OfflineTicketRecord | null): Presence {
  const { inside, lastEntry } = mark ?? ticket ?? NEVER_HERE;
  return { inside, lastEntry: lastEntry === null ? null : { gate: lastEntry.gate, at: new Date(lastEntry.at) } };
}

function holderOf({ id, offerId, state, startsAt, endsAt }: OfflineTicketRecord): Holder {
  const session = { startsAt: new Date(startsAt), endsAt: new Date(endsAt), cancelledAt: null };
  return { kind: 'ticket', ticket: { id, offerId, state }, session };
}

function passOf({ timezone, fetchedAt }: OfflineList, pass: OfflinePassRecord | null, mark: Mark | null, at: Date): Holder | null {
  if (pass === null) return null;
  const { id, label, entriesLeft, oncePerDay, usedToday } = pass;
  // The list may be of yesterday.
  const usedThen = usedToday && dayIn(timezone, new Date(fetchedAt)) === dayIn(timezone, at);
  const usedHere = mark !== null && mark.lastEntry !== null;
  const spent = (entriesLeft !== null && (mark?.entries ?? 0) >= entriesLeft) || (oncePerDay && (usedThen || usedHere));
  return { kind: 'pass', pass: { id, label, fault: faultOf(pass, at), spent } };
}

function faultOf({ blocked, from, until }: OfflinePassRecord, at: Date): 'blocked' | 'too_early' | 'too_late' | null {
  if (blocked) return 'blocked';
  if (from !== null && at < new Date(from)) return 'too_early';
  return until !== null && at >= new Date(until) ? 'too_late' : null;
}

function isoOf(entry: Presence['lastEntry']): Mark['lastEntry'] {
  return entry === null ? null : { gate: entry.gate, at: entry.at.toISOString() };
}

/** The day of the establishment, `YYYY-MM-DD`. */
export function dayIn(timezone: string, at: Date): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: timezone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(at);
}
