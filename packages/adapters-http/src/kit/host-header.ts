import { isIPv6 } from 'node:net';
import { DomainError } from '@comptoir/core/kit/errors.js';
import type { Context } from 'koa';

/** The host a request was sent to, in the one spelling that look-ups and comparisons use: lower-case, without a trailing dot. */
export interface RequestHost {
  /** Without port: `lucie.example`, `[::1]`. */
  readonly name: string;
  /** With the port, where the caller named one: `lucie.example:8443`. */
  readonly authority: string;
}

/** Labels, maybe with the dot of a fully qualified name; or an address in brackets, which is looked at again. */
const AUTHORITY = /^([a-z0-9-]+(?:\.[a-z0-9-]+)*(?=\.?(?::|$))|\[[0-9a-f:.]+\](?!\.))\.?(:\d{1,5})?$/;
/** Longer ones are no names of the DNS, with room for a port. */
const AUTHORITY_MAX = 262;
const DEFAULT_PORTS: Readonly<Record<string, string>> = { http: ':80', https: ':443' };

/**
 * The one host of the request. Koa's own answer believes `a.example:80@evil.example` and takes the first of several, so whoever
 * decides by the host asks here. Throws `invalid_request`: no host, several, no host name, or a target that names another one.
 */
export function requestHost(ctx: Pick<Context, 'req' | 'originalUrl'>): RequestHost {
  const [header = '', ...others] = ctx.req.headersDistinct.host ?? [];
  const host = others.length === 0 ? parseHost(header) : null;
  if (host === null || !agrees(ctx.originalUrl, host)) {
    throw new DomainError('invalid_request', { message: 'The request does not name the one host that it is for.' });
  }
  return host;
}

/** `text` as a host with or without port; null when it is none. */
export function parseHost(text: string): RequestHost | null {
  const [, name, port = ''] = text.length > AUTHORITY_MAX ? [] : (AUTHORITY.exec(text.toLowerCase()) ?? []);
  if (name === undefined || (name.startsWith('[') && !isIPv6(name.slice(1, -1)))) return null;
  return { name, authority: name + port };
}

/** A target in absolute form (RFC 9112 §3.2.2) names the host too; two parts of a server must not read two hosts. */
function agrees(target: string, host: RequestHost): boolean {
  if (target.startsWith('/') || target === '*') return true;
  const [, scheme = '', authority = ''] = /^([a-z]+):\/\/([^/?#]*)/i.exec(target) ?? [];
  const named = parseHost(authority);
  return named !== null && withoutDefaultPort(named, scheme) === withoutDefaultPort(host, scheme);
}

function withoutDefaultPort({ name, authority }: RequestHost, scheme: string): string {
  return authority === `${name}${DEFAULT_PORTS[scheme.toLowerCase()]}` ? name : authority;
}
