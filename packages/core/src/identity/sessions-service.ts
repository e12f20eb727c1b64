import type { Clock } from '../kit/clock.js';
import { DomainError } from '../kit/errors.js';
import type { TenantScope } from '../kit/scope.js';
import type { Signals } from '../kit/signals.js';
import type { Stores, TransactAll } from '../stores.js';
import { NOBODYS_SCOPE } from './nobodys-scope.js';
import { covers } from './roles.js';
import type { Session } from './session.js';

/** The end of sessions that somebody asks for: their own, or those of members of their organisation. */
export interface SessionsService {
  /** Throws `unknown_record` when the user has no such open session. */
  endOwn(userId: string, sessionId: string): Promise<void>;
  /** Ends all but the one; returns how many. */
  endOthers(userId: string, exceptId: string | null): Promise<number>;
  /**
   * Ends a session of a member. Throws `unknown_record` (no open session of a member of this organisation), `forbidden` (the
   * member holds a role that the caller does not reach).
   */
  endOfMember(scope: TenantScope, by: { readonly userId: string; readonly superAdmin: boolean }, sessionId: string): Promise<void>;
}

export function makeSessionsService(deps: {
  readonly transact: TransactAll;
  readonly clock: Clock;
  readonly signals: Signals;
}): SessionsService {
  const { transact, clock, signals } = deps;
  const announce = (userId: string) => signals.send({ kind: 'identity-changed', userId });
  return {
    async endOwn(userId, sessionId) {
      const ended = await transact(NOBODYS_SCOPE, ({ sessions }) => sessions.revoke(userId, sessionId, clock.now()));
      if (!ended) throw new DomainError('unknown_record');
      announce(userId);
    },

    async endOthers(userId, exceptId) {
      const count = await transact(NOBODYS_SCOPE, ({ sessions }) => sessions.revokeAll(userId, exceptId, clock.now()));
      announce(userId);
      return count;
    },

    async endOfMember(scope, by, sessionId) {
      const { userId } = await transact(scope, async (stores) => {
        const session = await openSessionOf(stores, scope, sessionId, clock.now());
        if (!by.superAdmin) await requireReach(stores, scope, by.userId, session.userId);
        await stores.sessions.revoke(session.userId, sessionId, clock.now());
        return session;
      });
      announce(userId);
    },
  };
}

async function openSessionOf(stores: Stores, scope: TenantScope, sessionId: string, now: Date): Promise<Session> {
  const session = await stores.sessions.get(sessionId);
  const member = session === null ? null : await stores.members.get(scope, session.userId);
  if (session === null || member === null || session.revokedAt !== null || session.expiresAt <= now)
    throw new DomainError('unknown_record');
  return session;
}

/** Nobody signs out who stands above them, and nobody a super-admin. */
async function requireReach({ members, users }: Stores, scope: TenantScope, callerId: string, memberId: string): Promise<void> {
  const caller = await members.get(scope, callerId);
  const member = await members.get(scope, memberId);
  const held = caller?.active === true ? caller.assignments : [];
  const above = (member?.assignments ?? []).some((assignment) => !covers(held, assignment));
  if (above || (await users.byId(memberId))?.superAdmin === true) throw new DomainError('forbidden');
}
