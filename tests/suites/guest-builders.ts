import { randomBytes, randomUUID } from 'node:crypto';
import type { VisitorGroup } from '@comptoir/core/groups/visitor-group.js';
import { newlyVersioned } from '@comptoir/core/kit/versioned.js';
import type { Pass, PassUse } from '@comptoir/core/passes/pass.js';
import { ticketCode } from '@comptoir/core/ticketing/ticket.js';
import { NOON } from './builders.js';

/** A class of 28 that asks for a visit, without a session. */
export function aGroup(changes: Partial<VisitorGroup> = {}): VisitorGroup {
  return {
    ...newlyVersioned(randomUUID(), NOON),
    status: 'requested',
    kind: 'school',
    name: 'Collège des Rives, 5e B',
    contact: { name: 'Claire Morel', email: 'claire.morel@example.org', phone: null },
    size: 28,
    guided: true,
    guide: null,
    language: 'fr',
    wishedOn: '2026-06-20',
    sessionId: null,
    quote: null,
    invoiceId: null,
    notes: null,
    ...changes,
  };
}

/** Any number of entries, without end. */
export function aPass(changes: Partial<Pass> = {}): Pass {
  return {
    ...newlyVersioned(randomUUID(), NOON),
    kind: 'season',
    name: 'Abonnement annuel',
    owner: { name: 'Ada Martin', email: 'ada@example.org' },
    code: ticketCode((count) => randomBytes(count)),
    validFrom: null,
    validUntil: null,
    entries: null,
    used: 0,
    oncePerDay: false,
    blockedAt: null,
    blockedReason: null,
    ...changes,
  };
}

export function aPassUse(passId: string, changes: Partial<PassUse> = {}): PassUse {
  return {
    id: randomUUID(),
    passId,
    at: NOON,
    day: '2026-06-16',
    gate: 'Entrée',
    entries: 1,
    annuls: null,
    actor: 'system:tests',
    ...changes,
  };
}
