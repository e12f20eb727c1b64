import type { Gate, GateFields } from '@comptoir/core/access/gate.js';
import type { Direction, HolderKind, Scan, ScanReason } from '@comptoir/core/access/scan.js';
import type { Selectable } from 'kysely';
import type { NamedRecords } from '../kit/kysely-named-records.js';

export interface ScanTable {
  tenant_id: string;
  site_id: string;
  id: string;
  gate: string;
  nonce: string;
  direction: Direction;
  at: Date;
  received_at: Date;
  code_hash: string;
  holder_kind: HolderKind | null;
  holder_id: string | null;
  session_id: string | null;
  reason: ScanReason | null;
  forced: ScanReason | null;
  counts: boolean;
  uses: boolean;
  elsewhere_gate: string | null;
  elsewhere_at: Date | null;
  actor: string;
  annulled_at: Date | null;
}

/** What a gate has counted in an hour. */
export interface ScanCountTable {
  tenant_id: string;
  site_id: string;
  day: string;
  hour: number;
  gate: string;
  entries: number;
  exits: number;
  arrivals: number;
}

export interface AttendanceCountTable {
  tenant_id: string;
  site_id: string;
  id: string;
  day: string;
  hour: number;
  at: Date;
  count: number;
  note: string | null;
  actor: string;
}

// Nothing but ids, numbers and flags: it comes out of JSON as it went in.
export const ACCESS_GATES: NamedRecords<Gate> = { table: 'access_gates', readDetails: (details) => details as GateFields };

export function scanOf(row: Selectable<ScanTable>): Scan {
  const { holder_kind: kind, holder_id: holderId, elsewhere_gate: otherGate, elsewhere_at: otherAt } = row;
  const { id, gate, nonce, direction, at, reason, forced, counts, uses, actor } = row;
  return {
    tenantId: row.tenant_id,
    siteId: row.site_id,
    ...{ id, gate, nonce, direction, at, reason, forced, counts, uses, actor },
    receivedAt: row.received_at,
    codeHash: row.code_hash,
    holder: kind === null || holderId === null ? null : { kind, id: holderId },
    sessionId: row.session_id,
    elsewhere: otherGate === null || otherAt === null ? null : { gate: otherGate, at: otherAt },
    annulledAt: row.annulled_at,
  };
}

export function scanRowOf(scan: Scan): Selectable<ScanTable> {
  const { id, gate, nonce, direction, at, reason, forced, counts, uses, actor } = scan;
  return {
    tenant_id: scan.tenantId,
    site_id: scan.siteId,
    ...{ id, gate, nonce, direction, at, reason, forced, counts, uses, actor },
    received_at: scan.receivedAt,
    code_hash: scan.codeHash,
    holder_kind: scan.holder?.kind ?? null,
    holder_id: scan.holder?.id ?? null,
    session_id: scan.sessionId,
    elsewhere_gate: scan.elsewhere?.gate ?? null,
    elsewhere_at: scan.elsewhere?.at ?? null,
    annulled_at: scan.annulledAt,
  };
}
