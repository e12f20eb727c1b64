import { createHash, randomUUID } from 'node:crypto';
import type { ManualCount } from '@comptoir/core/access/attendance.js';
import type { Gate } from '@comptoir/core/access/gate.js';
import type { Scan } from '@comptoir/core/access/scan.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { NOON } from './builders.js';

/** The hour that scans of these tests are counted in: noon, by the clocks of Paris. */
export const SCAN_HOUR = { day: '2026-06-16', hour: 12 } as const;

export function aGate(changes: Partial<Gate> = {}): Gate {
  return {
    id: randomUUID(),
    name: 'Entrée principale',
    offerIds: [],
    earlyMinutes: null,
    lateMinutes: null,
    reentry: null,
    createdAt: NOON,
    updatedAt: NOON,
    version: 1,
    ...changes,
  };
}

/** An entry that was admitted, with a ticket of its own. */
export function aScan({ tenantId, siteId }: Scope, changes: Partial<Scan> = {}): Scan {
  const id = randomUUID();
  return {
    tenantId,
    siteId,
    id,
    gate: 'Entrée principale',
    nonce: id,
    direction: 'entry',
    at: NOON,
    receivedAt: NOON,
    codeHash: createHash('sha256').update(id).digest('hex'),
    holder: { kind: 'ticket', id: randomUUID() },
    sessionId: randomUUID(),
    reason: null,
    forced: null,
    counts: true,
    uses: true,
    elsewhere: null,
    actor: 'key:one',
    annulledAt: null,
    ...changes,
  };
}

export function aCount({ tenantId, siteId }: Scope, changes: Partial<ManualCount> = {}): ManualCount {
  return { ...SCAN_HOUR, tenantId, siteId, id: randomUUID(), at: NOON, count: 25, note: null, actor: 'key:one', ...changes };
}
