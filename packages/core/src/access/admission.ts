import type { Ticket } from '../ticketing/ticket.js';
import type { GateRules } from './gate.js';
import type { GatePass } from './pass-gate.js';
import type { Direction, Presence, ScanReason } from './scan.js';
import type { SessionTimes } from './scan-store.js';

/** What a code stands for, as far as the decision goes. */
export type Holder =
  | {
      readonly kind: 'ticket';
      readonly ticket: Pick<Ticket, 'id' | 'state' | 'offerId'>;
      readonly session: SessionTimes | null;
    }
  | { readonly kind: 'pass'; readonly pass: GatePass };

export interface Situation {
  readonly holder: Holder | null;
  readonly direction: Direction;
  readonly at: Date;
  readonly rules: GateRules;
  /** Of a ticket ever, of a pass since the day began. */
  readonly presence: Presence;
}

export interface Verdict {
  /** Null: admitted. */
  readonly reason: ScanReason | null;
  /** As `Scan.counts`. */
  readonly counts: boolean;
  /** As `Scan.uses`. */
  readonly uses: boolean;
}

const MINUTE_MS = 60_000;

/**
 * Whether somebody is let through, or why not. Nobody is kept from leaving: an exit is admitted whatever the ticket is worth, and counts when
 * somebody is inside with it.
 */
export function decide({ holder, direction, at, rules, presence }: Situation): Verdict {
  if (holder === null) return refused('invalid');
  if (direction === 'exit') return { reason: null, counts: presence.inside > 0, uses: false };
  const returns = comesBack(presence, rules);
  const spent = isSpent(holder, presence) && !returns;
  const reason = holder.kind === 'pass' ? holder.pass.fault : faultOfTicket(holder, rules);
  const refusal = reason ?? (spent ? 'used' : null) ?? (holder.kind === 'ticket' ? faultOfTime(holder.session, at, rules) : null);
  return refusal === null ? { reason: null, counts: true, uses: !returns } : refused(refusal);
}

function refused(reason: ScanReason): Verdict {
  return { reason, counts: false, uses: false };
}

function faultOfTicket({ ticket, session }: Extract<Holder, { kind: 'ticket' }>, { offerIds }: GateRules): ScanReason | null {
  if (ticket.state === 'cancelled' || session === null || session.cancelledAt !== null) return 'cancelled';
  return offerIds.length === 0 || offerIds.includes(ticket.offerId) ? null : 'wrong_session';
}

/** True when nobody has yet to come in with it. */
function isSpent(holder: Holder, { lastEntry }: Presence): boolean {
  return holder.kind === 'ticket' ? holder.ticket.state === 'used' || lastEntry !== null : holder.pass.spent;
}

/** True for somebody who was in, has left, and may come again. */
function comesBack({ inside, lastEntry }: Presence, { reentry }: GateRules): boolean {
  return reentry && inside === 0 && lastEntry !== null;
}

function faultOfTime(session: SessionTimes | null, at: Date, rules: GateRules): ScanReason | null {
  if (session === null) return 'cancelled';
  if (at.getTime() < session.startsAt.getTime() - rules.earlyMinutes * MINUTE_MS) return 'too_early';
  return at.getTime() > session.endsAt.getTime() + rules.lateMinutes * MINUTE_MS ? 'too_late' : null;
}
