import type { IncomingMessage } from 'node:http';
import type { Presented } from '@comptoir/core/identity/identify.js';
import { DomainError } from '@comptoir/core/kit/errors.js';
import { bearerIn } from '../kit/bearer.js';
import { cookieValues, onlyCookie } from '../kit/cookies.js';
import { parseHost } from '../kit/host-header.js';

/** What a request says about its caller, read for form only. */
export interface Credentials {
  /** As `Presented.bearer`; empty when the header holds no Bearer token, which no signature fits: it was presented and is not good. */
  readonly bearer: string | null;
  readonly cookie: string | null;
  /** Several session cookies came: none is believed, and all are to be forgotten. */
  readonly ambiguous: boolean;
}

type Ids = NonNullable<Presented['choice']['selected']>;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const NOBODY: Credentials = { bearer: null, cookie: null, ambiguous: false };

/**
 * A Bearer token, else the session cookie. A sibling subdomain can plant a cookie of the same name for the whole domain: with
 * several, trying each would sign people in as whoever planted one.
 */
export function readCredentials(req: IncomingMessage, cookieName: string): Credentials {
  const headers = req.headersDistinct.authorization;
  if (headers !== undefined) return { ...NOBODY, bearer: bearerIn(headers) };
  const [cookie, ...others] = cookieValues(req.headers.cookie, cookieName);
  if (cookie === undefined) return NOBODY;
  return others.length > 0 ? { ...NOBODY, ambiguous: true } : { ...NOBODY, cookie };
}

/** `X-Tenant-Id` and `X-Site-Id`; null without either. Throws `invalid_request` unless each is one UUID. */
export function scopeHeaders(req: IncomingMessage): Ids | null {
  const { 'x-tenant-id': tenants, 'x-site-id': sites } = req.headersDistinct;
  if (tenants === undefined && sites === undefined) return null;
  return { tenantId: uuidIn('X-Tenant-Id', tenants), siteId: uuidIn('X-Site-Id', sites) };
}

function uuidIn(name: string, headers: readonly string[] | undefined): string | null {
  if (headers === undefined) return null;
  const [id = '', ...others] = headers;
  if (others.length === 0 && UUID.test(id)) return id.toLowerCase();
  throw new DomainError('invalid_request', { issues: [{ path: name, message: 'One UUID.' }] });
}

/** What was last chosen in the console: `selected_tenant` and `selected_site`. Malformed ones count as absent. */
export function selectedIds({ headers: { cookie } }: IncomingMessage): Ids | null {
  const tenantId = uuidCookie(cookie, 'selected_tenant');
  const siteId = uuidCookie(cookie, 'selected_site');
  return tenantId === null && siteId === null ? null : { tenantId, siteId };
}

function uuidCookie(header: string | undefined, name: string): string | null {
  const value = onlyCookie(header, name) ?? '';
  return UUID.test(value) ? value.toLowerCase() : null;
}

/** The host name in `selected_host`, without port. */
export function selectedHost({ headers: { cookie } }: IncomingMessage): string | null {
  return parseHost(onlyCookie(cookie, 'selected_host') ?? '')?.name ?? null;
}
