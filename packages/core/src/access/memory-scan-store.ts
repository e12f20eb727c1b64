import { compareText } from '../kit/compare-text.js';
import type { CrudTable } from '../kit/memory-crud-store.js';
import { crudKey, rowsOfSite } from '../kit/memory-crud-store.js';
import type { MemoryTable } from '../kit/memory-database.js';
import { cursorPage } from '../kit/page.js';
import { placeCursorOf, readPlaceCursor } from '../kit/place-cursor.js';
import type { Scope } from '../kit/scope.js';
import type { Ticket } from '../ticketing/ticket.js';
import type { TicketSession } from '../ticketing/ticket-session.js';
import type { Hour, HourSums, ManualCount } from './attendance.js';
import { type Gate, RULE_SETTINGS } from './gate.js';
import type { GateCount } from './occupancy.js';
import { NEVER_HERE, type Presence, type Scan } from './scan.js';
import type { ScanStore, ScanViews, SessionTimes } from './scan-store.js';

/** What one gate has counted in one hour. */
interface CountRow extends Hour, GateCount {
  readonly tenantId: string;
  readonly siteId: string;
  /** Entries that are the first with their ticket, or one of those a pass has. */
  readonly arrivals: number;
}

export interface AccessTables {
  readonly scans: MemoryTable<Scan>;
  readonly scanCounts: MemoryTable<CountRow>;
  readonly manualCounts: MemoryTable<ManualCount>;
  readonly gates: CrudTable<Gate>;
}

/** What else a decision looks at. */
export interface SceneTables {
  readonly sessions: CrudTable<TicketSession>;
  readonly settings: MemoryTable<ReadonlyMap<string, unknown>>;
  readonly tickets: MemoryTable<Ticket>;
}

/** Scans without a database. */
export function makeMemoryScans(tables: AccessTables & SceneTables): { store: ScanStore; views: ScanViews } {
  const { scans, scanCounts, manualCounts, gates, sessions, settings, tickets } = tables;

  function recount(scope: Scope, scan: Scan, { day, hour }: Hour, sign: 1 | -1): void {
    const key = JSON.stringify([scope.tenantId, scope.siteId, day, hour, scan.gate]);
    const { tenantId, siteId } = scope;
    const known = scanCounts.get(key) ?? { tenantId, siteId, day, hour, gate: scan.gate, entries: 0, exits: 0, arrivals: 0 };
    const field = scan.direction === 'entry' ? 'entries' : 'exits';
    scanCounts.set(key, { ...known, [field]: known[field] + sign, arrivals: known.arrivals + (scan.uses ? sign : 0) });
  }

  function useTicket({ tenantId, siteId }: Scope, { holder, uses, at }: Scan): void {
    const ticket = uses && holder?.kind === 'ticket' ? tickets.get(holder.id) : undefined;
    if (ticket?.state !== 'valid' || ticket.tenantId !== tenantId || ticket.siteId !== siteId) return;
    tickets.set(ticket.id, { ...ticket, state: 'used', usedAt: at });
  }

  return {
    store: {
      async scene(scope, { gate, nonce, holderId, sessionId, since }) {
        const presence = holderId === null ? NEVER_HERE : presenceIn(scans.values(), scope, holderId, since);
        const rules = rowsOfSite(gates, scope).find(({ name }) => name === gate) ?? null;
        const session = sessionId === null ? undefined : sessions.get(crudKey(scope, sessionId))?.row;
        const earlier = scans.get(scanKey(scope, gate, nonce)) ?? null;
        const set = settings.get(`${scope.tenantId} ${scope.siteId}`) ?? new Map();
        return { earlier, gate: rules, settings: new Map([...set].filter(([key]) => isRule(key))), session: timesOf(session), presence };
      },
      byNonce: async (scope, gate, nonce) => scans.get(scanKey(scope, gate, nonce)) ?? null,
      async add(scope, scan, hour) {
        const key = scanKey(scope, scan.gate, scan.nonce);
        if (scans.get(key) !== undefined) return null;
        scans.set(key, { ...scan, tenantId: scope.tenantId, siteId: scope.siteId });
        if (scan.counts) recount(scope, scan, hour, 1);
        useTicket(scope, scan);
        return countsOf(scanCounts.values(), scope, hour.day);
      },
      async annul(scope, { gate, nonce }, hour, at) {
        const key = scanKey(scope, gate, nonce);
        const scan = scans.get(key);
        if (scan === undefined || scan.annulledAt !== null) return false;
        scans.set(key, { ...scan, annulledAt: at });
        if (scan.counts) recount(scope, scan, hour, -1);
        return true;
      },
      presence: async (scope, holderId) => presenceIn(scans.values(), scope, holderId, null),
      async count({ tenantId, siteId }, count) {
        manualCounts.set(count.id, { ...count, tenantId, siteId });
      },
    },
    views: {
      async list(scope, { cursor, limit, gate, from, to }) {
        const last = readPlaceCursor(cursor);
        const rows = ofSite(scans.committed.values(), scope)
          .filter((scan) => (gate === undefined || scan.gate === gate) && (from === undefined || scan.at >= from))
          .filter((scan) => (to === undefined || scan.at < to) && (last === null || latestFirst(scan, last) > 0))
          .sort(latestFirst);
        return cursorPage(rows, limit, placeCursorOf);
      },
      gateCounts: async (scope, day) => countsOf(scanCounts.committed.values(), scope, day),
      async hours(scope, { first, last }) {
        const sums = new Map<string, HourSums>();
        const add = ({ day, hour }: Hour, scanned: number, counted: number) => {
          if (day < first || day > last) return;
          const key = `${day} ${hour}`;
          const known = sums.get(key) ?? { day, hour, scanned: 0, counted: 0 };
          sums.set(key, { ...known, scanned: known.scanned + scanned, counted: known.counted + counted });
        };
        for (const row of ofSite(scanCounts.committed.values(), scope)) add(row, row.arrivals, 0);
        for (const row of ofSite(manualCounts.committed.values(), scope)) add(row, 0, row.count);
        return [...sums.values()]
          .filter(({ scanned, counted }) => scanned !== 0 || counted !== 0)
          .sort((left, right) => compareText(left.day, right.day) || left.hour - right.hour);
      },
      presences: async (scope, holderIds) =>
        new Map(holderIds.map((id) => [id, presenceIn(scans.committed.values(), scope, id, null)] as const)),
    },
  };
}

function isRule(key: string): boolean {
  return Object.values(RULE_SETTINGS).some((known) => known === key);
}

function timesOf(session: TicketSession | undefined): SessionTimes | null {
  if (session === undefined) return null;
  const { startsAt, endsAt, cancelledAt } = session;
  return { startsAt, endsAt, cancelledAt };
}

function ofSite<Row extends { readonly tenantId: string; readonly siteId: string }>(rows: Iterable<Row>, scope: Scope): Row[] {
  return [...rows].filter((row) => row.tenantId === scope.tenantId && row.siteId === scope.siteId);
}

function presenceIn(scans: Iterable<Scan>, scope: Scope, holderId: string, since: Date | null): Presence {
  const standing = ofSite(scans, scope).filter((scan) => scan.holder?.id === holderId && scan.counts && scan.annulledAt === null);
  const recent = standing.filter(({ at }) => since === null || at >= since).sort(latestFirst);
  const lastEntry = recent.find(({ direction }) => direction === 'entry');
  const inside = recent.reduce((sum, { direction }) => sum + (direction === 'entry' ? 1 : -1), 0);
  return { inside: Math.max(0, inside), lastEntry: lastEntry === undefined ? null : { gate: lastEntry.gate, at: lastEntry.at } };
}

function countsOf(rows: Iterable<CountRow>, scope: Scope, day: string): readonly GateCount[] {
  const gates = new Map<string, GateCount>();
  for (const { gate, entries, exits } of ofSite(rows, scope).filter((row) => row.day === day)) {
    const known = gates.get(gate) ?? { gate, entries: 0, exits: 0 };
    gates.set(gate, { gate, entries: known.entries + entries, exits: known.exits + exits });
  }
  return [...gates.values()].sort((left, right) => compareText(left.gate, right.gate));
}

function latestFirst(left: Pick<Scan, 'at' | 'id'>, right: Pick<Scan, 'at' | 'id'>): number {
  return right.at.getTime() - left.at.getTime() || compareText(right.id, left.id);
}

function scanKey({ tenantId, siteId }: Scope, gate: string, nonce: string): string {
  return JSON.stringify([tenantId, siteId, gate, nonce]);
}
