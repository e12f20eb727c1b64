import type { IncomingMessage } from 'node:http';
import { DomainError } from '@comptoir/core/kit/errors.js';
import type { RequestHost } from '../kit/host-header.js';
import type { Credentials } from './credentials.js';

const OWN_SITE: ReadonlySet<string> = new Set(['same-origin', 'none']);
const SAFE_METHODS: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Decides whether a call may go on; throws `cross_origin` when not. */
export type SiteGuard = (req: IncomingMessage, host: RequestHost, credentials: Credentials) => void;

/**
 * Refuses what a page of another site makes a browser do (decisions §6): use its cookie, or, without one, change something, such as
 * signing it in as somebody else. Establishments are subdomains of one site, so the cookie's SameSite says nothing between them.
 * A token in a header is never sent by itself, so calls that carry one pass.
 */
export const refuseOtherSites: SiteGuard = (req, host, { bearer, cookie }) => {
  if (bearer !== null || (cookie === null && SAFE_METHODS.has(req.method))) return;
  if (!isOwnSite(req, host)) throw new DomainError('cross_origin');
};

/**
 * The guard of pages that only show something: links in mails and the way back from the identity provider lead there from other
 * sites, with the cookie, and nobody but the person in front of the browser sees the answer.
 * @public
 */
export const admitLinks: SiteGuard = (req, host, credentials) => {
  if (!SAFE_METHODS.has(req.method)) refuseOtherSites(req, host, credentials);
};

/** Browsers say where a call comes from; older ones at least name the page's origin. Neither: not a browser. */
function isOwnSite({ headers }: IncomingMessage, { authority }: RequestHost): boolean {
  const { 'sec-fetch-site': site, origin } = headers;
  if (site !== undefined) return typeof site === 'string' && OWN_SITE.has(site);
  return origin === undefined || /^https?:\/\/(.*)$/.exec(origin)?.[1] === authority;
}
