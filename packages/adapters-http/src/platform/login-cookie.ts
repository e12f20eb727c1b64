import type { LoginCheck } from '@comptoir/core/identity/identity-provider.js';
import type { Clock } from '@comptoir/core/kit/clock.js';
import type { SignedTokens } from '@comptoir/core/kit/signed-tokens.js';
import type { Context } from 'koa';
import { forgetCookie, onlyCookie, setCookie } from '../kit/cookies.js';

/** What a browser carries while it is at the identity provider. */
export interface LoginInProgress {
  readonly check: LoginCheck;
  /** A path of this host. */
  readonly returnTo: string;
}

/** Ties a login to the browser that began it: signed, for ten minutes, and gone when it was used (decisions §6, "OIDC"). */
export interface LoginCookie {
  set(ctx: Context, login: LoginInProgress): void;
  /** The login in progress, forgotten by the browser from now on; null without a good and fresh one. */
  take(ctx: Context): LoginInProgress | null;
}

export interface LoginCookieOptions {
  readonly production: boolean;
  readonly clock: Clock;
  readonly signedTokens: SignedTokens;
}

const PURPOSE = 'oidc-login';
const LOGIN_SECS = 600;

/** What is sealed. Nothing else is ever sealed for this purpose. */
interface Sealed extends LoginInProgress {
  /** Milliseconds since 1970: the browser's own clock is not asked. */
  readonly until: number;
}

export function makeLoginCookie({ production, clock, signedTokens }: LoginCookieOptions): LoginCookie {
  // `__Host-`: no sibling subdomain can plant it.
  const cookie = { name: production ? '__Host-comptoir.oidc' : 'comptoir.oidc', secure: production, domain: null };
  return {
    set(ctx, login) {
      const sealed: Sealed = { ...login, until: clock.now().getTime() + LOGIN_SECS * 1000 };
      setCookie(ctx, { ...cookie, value: signedTokens.seal(PURPOSE, sealed), maxAgeSecs: LOGIN_SECS });
    },
    take(ctx) {
      forgetCookie(ctx, cookie);
      const value = onlyCookie(ctx.req.headers.cookie, cookie.name);
      // The seal is ours, so the content has the shape we gave it.
      const login = value === null ? undefined : (signedTokens.unseal(PURPOSE, value) as Sealed | undefined);
      return login === undefined || login.until <= clock.now().getTime() ? null : login;
    },
  };
}
