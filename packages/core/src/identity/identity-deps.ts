import type { Clock } from '../kit/clock.js';
import type { Crypto } from '../kit/crypto.js';
import type { Ids } from '../kit/ids.js';
import type { Passwords } from '../kit/passwords.js';
import type { Post } from '../kit/post.js';
import type { Signals } from '../kit/signals.js';
import type { SignedTokens } from '../kit/signed-tokens.js';
import type { TransactAll } from '../stores.js';
import type { PlatformLinks } from './platform-links.js';

/** What the use-cases about people and their sign-ins share. */
export interface IdentityDeps {
  readonly transact: TransactAll;
  readonly clock: Clock;
  readonly crypto: Crypto;
  readonly ids: Ids;
  readonly links: PlatformLinks;
  readonly passwords: Passwords;
  readonly post: Post;
  readonly signals: Signals;
  readonly signedTokens: SignedTokens;
}
