import { DomainError } from '../kit/errors.js';
import { type CursorInput, type CursorPage, cursorPage, decodeCursor } from '../kit/page.js';
import type { Scope } from '../kit/scope.js';
import type { Ticket, TicketState } from '../ticketing/ticket.js';
import type { TicketSession } from '../ticketing/ticket-session.js';
import type { AccessDeps, GateSite } from './access-deps.js';
import { hourAt } from './attendance.js';
import type { OfflinePass } from './pass-gate.js';
import { NEVER_HERE, type Presence } from './scan.js';

/** What a gate takes along of a ticket when it goes offline: enough to decide, not enough to let anybody in. */
export interface OfflineTicket {
  readonly id: string;
  /** SHA-256 of its code, hexadecimal. */
  readonly hash: string;
  readonly sessionId: string;
  readonly offerId: string;
  readonly rateName: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
  /** Cancelled when its session is. */
  readonly state: TicketState;
  readonly presence: Presence;
}

export interface OfflineFilter extends CursorInput {
  /** Sessions that begin at or after … */
  readonly from: Date;
  /** … and before. */
  readonly to: Date;
}

export interface OfflineList {
  tickets(scope: Scope, filter: OfflineFilter): Promise<CursorPage<OfflineTicket>>;
  /** Passes that are not over; none where the establishment has none. */
  passes(scope: Scope, site: GateSite, filter: CursorInput): Promise<CursorPage<OfflinePass>>;
}

export function makeOfflineList({ views, passes, clock, crypto }: Omit<AccessDeps, 'transact' | 'ids'>): OfflineList {
  /** Lists go by code, which no cursor may tell: it names the ticket. */
  async function codeAfter(scope: Scope, cursor: string | undefined): Promise<string | null> {
    if (cursor === undefined) return null;
    const [id = ''] = decodeCursor(cursor, 1);
    const ticket = await views.tickets.get(scope, id);
    if (ticket === null) throw new DomainError('invalid_request', { issues: [{ path: 'cursor', message: 'Not a cursor of this list.' }] });
    return ticket.code;
  }

  return {
    async tickets(scope, { from, to, cursor, limit }) {
      const after = await codeAfter(scope, cursor);
      const [tickets, sessions] = await Promise.all([
        views.tickets.ofSessions(scope, { from, to, after, limit: limit + 1 }),
        views.ticketSessions.between(scope, { from, to }),
      ]);
      const page = cursorPage(tickets, limit, ({ id }) => [id]);
      const presences = await views.scans.presences(
        scope,
        page.items.filter(({ state }) => state === 'used').map(({ id }) => id),
      );
      const byId = new Map(sessions.map((session) => [session.id, session]));
      const items = page.items.flatMap((ticket) => {
        const session = byId.get(ticket.sessionId);
        return session === undefined ? [] : [offline(ticket, session, crypto.sha256(ticket.code), presences.get(ticket.id))];
      });
      return { items, nextCursor: page.nextCursor };
    },

    async passes(scope, { timezone, features }, { cursor, limit }) {
      if (!features.passes) return { items: [], nextCursor: null };
      const [after = null] = cursor === undefined ? [] : decodeCursor(cursor, 1);
      const { day } = hourAt(clock.now(), timezone);
      const found = await passes.offline(scope, { day, timezone, after, limit: limit + 1 });
      return cursorPage(found, limit, ({ id }) => [id]);
    },
  };
}

function offline(ticket: Ticket, session: TicketSession, hash: string, presence: Presence = NEVER_HERE): OfflineTicket {
  const { id, sessionId, offerId, rateName } = ticket;
  const { startsAt, endsAt, cancelledAt } = session;
  const state = cancelledAt === null ? ticket.state : 'cancelled';
  return { id, hash, sessionId, offerId, rateName, startsAt, endsAt, state, presence };
}
