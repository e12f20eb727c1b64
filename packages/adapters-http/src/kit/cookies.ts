import type { Context } from 'koa';

/** Every value the `Cookie` header has under this name, in its order. A sibling host can add one: see who asks. */
export function cookieValues(header: string | undefined, name: string): string[] {
  if (header === undefined || !header.includes(name)) return [];
  const values: string[] = [];
  for (const pair of header.split(';')) {
    const equals = pair.indexOf('=');
    if (equals > 0 && pair.slice(0, equals).trim() === name) values.push(pair.slice(equals + 1).trim());
  }
  return values;
}

/** The value under this name; null without one, and when there are several, because no way of choosing would be right. */
export function onlyCookie(header: string | undefined, name: string): string | null {
  const [value, ...others] = cookieValues(header, name);
  return value === undefined || others.length > 0 ? null : value;
}

export interface NewCookie {
  readonly name: string;
  /** Characters that need no quoting; the empty text forgets the cookie. */
  readonly value: string;
  readonly maxAgeSecs: number;
  readonly secure: boolean;
  /** Null: for this host only. */
  readonly domain: string | null;
}

/**
 * Adds a cookie that pages cannot read (RFC 6265bis), in place of an earlier one of this answer. Changes nothing once the head of
 * the answer is gone.
 */
export function setCookie(ctx: Context, { name, value, maxAgeSecs, secure, domain }: NewCookie): void {
  if (ctx.headerSent) return;
  const scope = `Path=/${domain === null ? '' : `; Domain=${domain}`}`;
  const line = `${name}=${value}; ${scope}; Max-Age=${Math.max(0, maxAgeSecs)}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  const others = linesOf(ctx).filter((other) => !(other.startsWith(`${name}=`) && other.includes(`; ${scope}; Max-Age`)));
  ctx.res.setHeader('Set-Cookie', [...others, line]);
}

/** Makes the browser forget the cookie. */
export function forgetCookie(ctx: Context, cookie: Pick<NewCookie, 'name' | 'secure' | 'domain'>): void {
  setCookie(ctx, { ...cookie, value: '', maxAgeSecs: 0 });
}

function linesOf(ctx: Context): readonly string[] {
  const lines = ctx.res.getHeader('Set-Cookie') ?? [];
  return Array.isArray(lines) ? lines : [String(lines)];
}
