import type { Client } from '../kit/procedure.js';
import type { Stores, Views } from '../stores.js';
import type { SignedIn } from './auth-service.js';
import type { IdentityDeps } from './identity-deps.js';
import { NOBODYS_SCOPE } from './nobodys-scope.js';
import type { Session } from './session.js';
import { claimsOf, expiryOf, type SessionScope } from './session-token.js';
import type { Membership, User } from './user.js';

type TokenDeps = Pick<IdentityDeps, 'clock' | 'ids' | 'signedTokens'>;

export interface Opening {
  readonly kind: Session['kind'];
  /** Null: what the user belongs to, when that leaves no choice. */
  readonly scope: SessionScope | null;
  readonly client: Client;
  /** Null: as long as sessions last. */
  readonly until?: Date | null;
}

/** Starts a session within a transaction and issues its token. */
export async function openSession(
  deps: TokenDeps,
  stores: Pick<Stores, 'sessions'>,
  views: Pick<Views, 'members' | 'sites'>,
  user: User,
  { kind, scope, client, until = null }: Opening,
): Promise<SignedIn & { readonly sessionId: string }> {
  const sessionId = deps.ids.uuid();
  const signedIn = issueToken(deps, user, sessionId, scope ?? (await homeOf(views, user.id)), until);
  const now = deps.clock.now();
  const { address, userAgent } = client;
  const times = { createdAt: now, lastSeenAt: now, expiresAt: signedIn.expiresAt, revokedAt: null };
  await stores.sessions.create({ id: sessionId, userId: user.id, kind, ...times, address, userAgent });
  return { ...signedIn, sessionId };
}

/** A token for a session that exists. */
export function issueToken(
  { clock, signedTokens }: Pick<TokenDeps, 'clock' | 'signedTokens'>,
  user: User,
  sessionId: string,
  scope: SessionScope,
  until: Date | null = null,
): SignedIn {
  const claims = claimsOf(sessionId, user, scope, clock.now(), until);
  return { token: signedTokens.signJwt({ ...claims }), expiresAt: expiryOf(claims), user, tenantId: scope.tenantId, siteId: scope.siteId };
}

/** The only organisation the user may act for, and the only establishment in it; null where there is none or a choice to make. */
async function homeOf(views: Pick<Views, 'members' | 'sites'>, userId: string): Promise<SessionScope> {
  const open = (await views.members.ofUser(userId)).filter(({ active, tenantActive }) => active && tenantActive);
  const [only, ...others] = open;
  if (only === undefined || others.length > 0) return { tenantId: null, siteId: null };
  return { tenantId: only.tenantId, siteId: await onlySiteOf(views, only) };
}

async function onlySiteOf(views: Pick<Views, 'sites'>, { tenantId, assignments }: Membership): Promise<string | null> {
  const everywhere = assignments.some(({ siteId }) => siteId === null);
  const ids = everywhere
    ? (await views.sites.list({ ...NOBODYS_SCOPE, tenantId })).map(({ id }) => id)
    : [...new Set(assignments.map(({ siteId }) => siteId))];
  const [only, ...others] = ids;
  return only === undefined || others.length > 0 ? null : only;
}
