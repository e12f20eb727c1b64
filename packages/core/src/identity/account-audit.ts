import type { AuditEntry } from '../audit/audit-entry.js';
import type { Client } from '../kit/procedure.js';
import { actorName } from '../kit/scope.js';
import type { IdentityDeps } from './identity-deps.js';

/** What happened to somebody's account. */
export interface AccountEvent {
  /** The procedure, or what stands for it: `auth.login`. */
  readonly action: string;
  /** Whose account; they are who acted, too. Null: nobody had signed in, and it must not be told whether the account exists. */
  readonly userId: string | null;
  readonly sessionId?: string | null;
  /** The organisation it was for; absent: the person's own affair. */
  readonly tenantId?: string | null;
  readonly siteId?: string | null;
  /** What was asked for. No passwords, no tokens. */
  readonly input?: Readonly<Record<string, unknown>>;
}

/** The audit entry of a use-case that opens its transactions itself. */
export function accountEntry({ ids, clock }: Pick<IdentityDeps, 'ids' | 'clock'>, event: AccountEvent, client: Client): AuditEntry {
  const { action, userId, sessionId = null, tenantId = null, siteId = null, input = {} } = event;
  return {
    id: ids.uuid(),
    tenantId,
    siteId,
    at: clock.now(),
    actor: actorName(userId === null ? { kind: 'public' } : { kind: 'user', userId }),
    sessionId,
    action,
    subjectId: userId,
    input,
    requestId: client.requestId ?? '',
    address: client.address,
  };
}
