import { randomUUID } from 'node:crypto';
import { NO_TOTALS } from '@comptoir/core/journal/journal-totals.js';
import type { JournalArchive } from '@comptoir/core/till/archive.js';
import type { CashMovement, Shift, ShiftReport, TillRegister } from '@comptoir/core/till/register.js';
import { NOON } from './builders.js';

export function aRegister(changes: Partial<TillRegister> = {}): TillRegister {
  return { id: randomUUID(), name: 'Caisse 1', active: true, training: false, createdAt: NOON, ...changes };
}

/** A shift that is about to be opened, with 100 € in the drawer. */
export function aShift({ id: registerId, name: register }: TillRegister): Omit<Shift, 'number' | 'closed'> {
  return { id: randomUUID(), registerId, register, openedAt: NOON, openedBy: 'user:lucie', floatCents: 10_000, from: 0 };
}

export function aReport(changes: Partial<ShiftReport> = {}): ShiftReport {
  const methods = [{ method: 'cash', expectedCents: 10_000, countedCents: 10_000, differenceCents: 0 }];
  return { upTo: 0, totals: NO_TOTALS, perpetual: NO_TOTALS, floatCents: 10_000, inCents: 0, outCents: 0, methods, ...changes };
}

export function aCashMovement(shiftId: string, changes: Partial<CashMovement> = {}): CashMovement {
  return { id: randomUUID(), shiftId, direction: 'out', amountCents: 500, reason: 'Timbres', at: NOON, by: 'user:lucie', ...changes };
}

export function anArchive(changes: Partial<JournalArchive> = {}): JournalArchive {
  return {
    id: randomUUID(),
    from: '2026-01-01',
    to: '2026-01-31',
    at: NOON,
    by: 'user:lucie',
    header: '{}',
    chains: [{ register: 'Caisse 1', type: 'sale', first: 1, last: 3, previous: '', link: 'a'.repeat(64) }],
    entries: 3,
    digest: 'b'.repeat(64),
    signature: 'c'.repeat(86),
    keyId: 'd'.repeat(43),
    ...changes,
  };
}
