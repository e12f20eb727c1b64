import type { Presented } from './identify.js';
import type { SessionClaims } from './session.js';

/** What a call is to act for; nobody has asked yet whether the caller may. */
export interface Target {
  readonly tenantId: string | null;
  readonly siteId: string | null;
  /** False: it follows from the host of the request only, so the caller did not ask for anything. */
  readonly chosen: boolean;
}

/** The establishment that a host name belongs to; null when it is nobody's. */
export type SiteAtHost = (host: string) => Promise<HostSite | null> | HostSite | null;

export interface HostSite {
  readonly tenantId: string;
  readonly id: string;
}

/** A Bearer token acts for what it says, whatever else the request carries (interfaces B, rule 2). */
export function targetOfToken({ tenantId, siteId }: SessionClaims): Target {
  return { tenantId, siteId, chosen: true };
}

/**
 * What a call with a cookie is to act for (interfaces B, rule 3): ids in headers, ids in cookies, the chosen host, the host of the
 * request, and what the token says when none of them does. A site without its tenant is meant within whatever tenant comes next.
 */
export async function targetOfChoice(claims: SessionClaims, choice: Presented['choice'], siteAt: SiteAtHost): Promise<Target> {
  const { tenantId, siteId } = chosenIds(choice);
  if (tenantId !== null) return { tenantId, siteId, chosen: true };
  const byChosenHost = choice.selectedHost === null ? null : await siteAt(choice.selectedHost);
  const byHost = byChosenHost ?? (choice.host === null ? null : await siteAt(choice.host));
  if (byHost !== null) {
    return { tenantId: byHost.tenantId, siteId: siteId ?? byHost.id, chosen: byChosenHost !== null || siteId !== null };
  }
  return siteId === null ? targetOfToken(claims) : { tenantId: claims.tenantId, siteId, chosen: true };
}

function chosenIds({ header, selected }: Presented['choice']): { readonly tenantId: string | null; readonly siteId: string | null } {
  const first = header?.tenantId == null ? null : header;
  // A site in a cookie belongs to the tenant in the cookie, never to one that a header names.
  return {
    tenantId: first?.tenantId ?? selected?.tenantId ?? null,
    siteId: header?.siteId ?? (first === null ? (selected?.siteId ?? null) : null),
  };
}
