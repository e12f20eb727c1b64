import type { Clock } from '@comptoir/core/kit/clock.js';
import type { SessionCarrier } from '@comptoir/core/kit/procedure.js';
import type { Context } from 'koa';
import { forgetCookie, setCookie } from '../kit/cookies.js';
import { requestHost } from '../kit/host-header.js';

/** The cookie that a browser's session rests on (interfaces B, "Authentication"). */
export interface SessionCookie {
  readonly name: string;
  /** How a call signs its caller in and out; quietly nothing once the head of the answer is gone. */
  carrier(ctx: Context): SessionCarrier;
}

export interface SessionCookieOptions {
  readonly production: boolean;
  /** The domain whose subdomains share the session; null: each host has its own. */
  readonly platformDomain: string | null;
  readonly clock: Clock;
}

export function makeSessionCookie({ production, platformDomain, clock }: SessionCookieOptions): SessionCookie {
  const cookie = { name: production ? '__Secure-platform.session-token' : 'platform.session-token', secure: production };

  /** An establishment's own domain cannot set cookies for the platform's: there the session is that host's alone. */
  function domainFor(ctx: Context): string | null {
    const { name } = requestHost(ctx);
    return name === platformDomain || name.endsWith(`.${platformDomain}`) ? platformDomain : null;
  }

  return {
    name: cookie.name,
    carrier: (ctx) => ({
      start(token, expiresAt) {
        const maxAgeSecs = Math.floor((expiresAt.getTime() - clock.now().getTime()) / 1000);
        setCookie(ctx, { ...cookie, value: token, maxAgeSecs, domain: domainFor(ctx) });
      },
      end() {
        // Both kinds: one for this host alone may be left from before the platform had a domain, or have been planted.
        for (const domain of new Set([null, domainFor(ctx)])) forgetCookie(ctx, { ...cookie, domain });
      },
    }),
  };
}
