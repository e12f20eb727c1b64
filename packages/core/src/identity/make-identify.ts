import type { Clock } from '../kit/clock.js';
import { DomainError } from '../kit/errors.js';
import { makeShortMemory } from '../kit/short-memory.js';
import type { Signals } from '../kit/signals.js';
import type { SignedTokens } from '../kit/signed-tokens.js';
import type { Views } from '../stores.js';
import { type HostSite, type Target, targetOfChoice, targetOfToken } from './call-target.js';
import { type Caller, type IdentifyService, PRINCIPAL_TTL_MS, type Presented } from './identify.js';
import { identityFor, type KnownPrincipal } from './make-identity.js';
import { readRoleChanges } from './role-changes.js';
import type { SessionClaims } from './session.js';
import { expiryOf, isToRenew, renewedClaims } from './session-token.js';
import type { SessionUse } from './session-use.js';
import { makeTokenReader } from './token-reader.js';

export interface IdentifyDeps {
  readonly views: Pick<Views, 'principals' | 'sites'>;
  readonly signedTokens: SignedTokens;
  readonly sessionUse: SessionUse;
  readonly clock: Clock;
  readonly signals: Signals;
}

/** Callers, hosts and tokens that are remembered at most; beyond it they are read anew. */
const KEPT_MAX = 10_000;

const NOBODY: Caller = { identity: null, refusal: null, by: null, renewed: null };

/** Made once per process: what it remembers is shared by all calls. */
export function makeIdentifyService(deps: IdentifyDeps): IdentifyService {
  const { views, clock } = deps;
  const principals = makeShortMemory<KnownPrincipal | null>({ ttlMs: PRINCIPAL_TTL_MS, max: KEPT_MAX, clock });
  const hosts = makeShortMemory<HostSite | null>({ ttlMs: PRINCIPAL_TTL_MS, max: KEPT_MAX, clock });
  const readToken = makeTokenReader(deps.signedTokens, KEPT_MAX);
  const standingOf = makeStandings();

  deps.signals.listen((signal) => {
    if (signal.kind === 'identity-changed') principals.forget(signal.userId);
    if (signal.kind === 'site-changed') hosts.forget(null);
  });

  const siteAt = (host: string) => hosts.recall(host, host, () => views.sites.byHost(host));

  const principalOf = ({ sid, sub }: SessionClaims, tenantId: string | null) =>
    principals.recall(`${sid} ${tenantId ?? ''}`, sub, async () => {
      const principal = await views.principals.principal(sid, tenantId);
      return principal === null ? null : { ...principal, changes: readRoleChanges(principal.tenant?.roleChanges) };
    });

  /** The caller of a token that is good, or null. */
  async function callerOf(token: string, by: 'bearer' | 'cookie', choice: Presented['choice']): Promise<Caller | null> {
    const now = clock.now();
    const claims = readToken(token, now);
    if (claims === null) return null;
    const target = by === 'bearer' ? targetOfToken(claims) : await targetOfChoice(claims, choice, siteAt);
    const principal = await principalOf(claims, target.tenantId);
    if (principal === null || !isAlive(principal, claims, now)) return null;
    const { identity, refusal } = standingOf(claims, principal, target);
    return { identity, refusal, by, renewed: keepAlive(deps, claims, principal, by) };
  }

  return {
    async identify({ bearer, cookie, choice }) {
      const by = bearer === null ? 'cookie' : 'bearer';
      const token = bearer ?? cookie;
      if (token === null) return NOBODY;
      return (await callerOf(token, by, choice)) ?? { identity: null, refusal: new DomainError('unauthorized'), by, renewed: null };
    },
    forget: principals.forget,
  };
}

function isAlive(principal: KnownPrincipal, { sub, ver }: SessionClaims, now: Date): boolean {
  const { userId, tokenVersion, sessionRevoked, sessionExpiresAt } = principal;
  return userId === sub && tokenVersion === ver && !sessionRevoked && sessionExpiresAt > now;
}

/**
 * As whom the caller acts. Worked out once for as long as what was read of them is believed: a principal is one session in one
 * organisation, so beside it only the establishment matters.
 */
function makeStandings() {
  const known = new WeakMap<KnownPrincipal, Map<string | null, ReturnType<typeof identityFor>>>();

  return (claims: SessionClaims, principal: KnownPrincipal, target: Target): Pick<Caller, 'identity' | 'refusal'> => {
    const bySite = known.get(principal) ?? new Map();
    const { identity, refused } = bySite.get(target.siteId) ?? identityFor(claims, principal, target);
    if (refused === null && !bySite.has(target.siteId)) {
      bySite.set(target.siteId, { identity, refused });
      known.set(principal, bySite);
    }
    // A host that is not the caller's place refuses nothing by itself: they may still sign out or look at their profile there.
    const isTold = refused !== null && (target.chosen || refused !== 'forbidden');
    return { identity, refusal: isTold ? new DomainError(refused) : null };
  };
}

/** Notes the use of the session, and gives a cookie that has become old another lifetime. */
function keepAlive(
  { signedTokens, sessionUse, clock }: IdentifyDeps,
  claims: SessionClaims,
  { sessionExpiresAt }: KnownPrincipal,
  by: 'bearer' | 'cookie',
): Caller['renewed'] {
  const now = clock.now();
  if (by === 'bearer' || !isToRenew(claims, now)) {
    sessionUse.note(claims.sid, sessionExpiresAt);
    return null;
  }
  const fresh = renewedClaims(claims, now);
  sessionUse.note(claims.sid, expiryOf(fresh));
  return { token: signedTokens.signJwt({ ...fresh }), expiresAt: expiryOf(fresh) };
}
