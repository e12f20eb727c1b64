import type { z } from 'zod';
import type {
  attendanceAnswer,
  countRecord,
  gatesAnswer,
  occupancyAnswer,
  offlinePass,
  offlineTicket,
  ScanRecord,
  scanAnswer,
  uploadAnswer,
} from './access-contract.js';
import type { AnsweredScan, UploadReport } from './access-service.js';
import type { DayAttendance, ManualCount } from './attendance.js';
import type { GateRules } from './gate.js';
import type { Scanned } from './keep-scan.js';
import type { Occupancy } from './occupancy.js';
import type { OfflineTicket } from './offline-list.js';
import type { OfflinePass } from './pass-gate.js';
import type { Entry, Scan } from './scan.js';

/** Access control as JSON. */

const iso = (at: Date | null | undefined) => at?.toISOString() ?? null;
const entryOf = (entry: Entry | null) => (entry === null ? null : { gate: entry.gate, at: entry.at.toISOString() });

export function presentScan(scan: Scan): ScanRecord {
  const { id, gate, nonce, direction, reason, forced, codeHash, holder, sessionId } = scan;
  return {
    ...{ id, gate, nonce, direction, reason, forced, codeHash, sessionId },
    admitted: reason === null,
    at: scan.at.toISOString(),
    receivedAt: scan.receivedAt.toISOString(),
    ticketId: holder?.kind === 'ticket' ? holder.id : null,
    passId: holder?.kind === 'pass' ? holder.id : null,
    elsewhere: entryOf(scan.elsewhere),
    annulledAt: iso(scan.annulledAt),
  };
}

/** The answer to a scan; null for an unknown code. */
export function presentAnswer({ scan, who, occupancy }: AnsweredScan): z.output<typeof scanAnswer> | null {
  const ticket = ticketOf(who);
  if (ticket === null) return null;
  const { reason, direction, elsewhere, at } = scan;
  const admitted = reason === null;
  return {
    ok: true,
    ...{ admitted, reason, direction, ticket },
    elsewhere: entryOf(elsewhere),
    occupancy: occupancy.inside,
    at: at.toISOString(),
  };
}

function ticketOf(who: Scanned): z.output<typeof scanAnswer>['ticket'] | null {
  if (who === null) return null;
  if ('pass' in who) {
    const { id, label } = who.pass;
    return { kind: 'pass', id, label, state: null, offerId: null, sessionId: null, startsAt: null, endsAt: null };
  }
  const { id, rateName: label, state, offerId, sessionId, session } = who.ticket;
  const [startsAt, endsAt] = [iso(session?.startsAt), iso(session?.endsAt)];
  return { kind: 'ticket', id, label, state, offerId, sessionId, startsAt, endsAt };
}

export function presentOccupancy({ inside, ...rest }: Occupancy): z.output<typeof occupancyAnswer> {
  return { ok: true, ...rest, occupancy: inside, gates: [...rest.gates] };
}

export function presentReport({ kept, repeated, conflicts, occupancy }: UploadReport): z.output<typeof uploadAnswer> {
  const presented = conflicts.map(({ nonce, gate, at, reason, elsewhere, scan }) => ({
    ...{ nonce, gate, reason },
    at: at.toISOString(),
    ticketId: scan.holder?.id ?? null,
    elsewhere: entryOf(elsewhere),
  }));
  return { ok: true, kept, repeated, conflicts: presented, occupancy: occupancy.inside };
}

export function presentTicket({ rateName: label, presence, ...ticket }: OfflineTicket): z.output<typeof offlineTicket> {
  const { hash, id, sessionId, offerId, state } = ticket;
  const [startsAt, endsAt] = [ticket.startsAt.toISOString(), ticket.endsAt.toISOString()];
  return { hash, id, sessionId, offerId, label, startsAt, endsAt, state, inside: presence.inside, lastEntry: entryOf(presence.lastEntry) };
}

export function presentPass({ from, until, ...pass }: OfflinePass): z.output<typeof offlinePass> {
  return { ...pass, from: iso(from), until: iso(until) };
}

export function presentRules({ offerIds, ...rules }: GateRules): z.output<typeof gatesAnswer>['rules'] {
  return { offerIds: [...offerIds], ...rules };
}

export function presentAttendance(days: readonly DayAttendance[]): z.output<typeof attendanceAnswer> {
  const total = days.reduce((sum, day) => sum + day.total, 0);
  return { ok: true, total, days: days.map(({ hours, ...day }) => ({ ...day, hours: [...hours] })) };
}

export function presentCount({ id, day, hour, count, note, at }: ManualCount): z.output<typeof countRecord> {
  return { id, day, hour, count, note, at: at.toISOString() };
}
