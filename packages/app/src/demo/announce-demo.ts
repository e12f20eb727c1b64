import { managePath } from '@comptoir/adapters-http/web/page-paths.js';
import type { Logger } from '@comptoir/core/kit/logger.js';
import type { PublicUrls } from '../addresses.js';
import { DEMO_ACCOUNT } from './demo-account.js';
import type { LoadedDemo } from './load-demo.js';

/** Tells whoever started the server how to sign in. */
export function announceDemo({ created, account }: LoadedDemo, { platform }: PublicUrls, logger: Logger): void {
  const { email, password } = DEMO_ACCOUNT;
  if (account === 'withheld') {
    logger.warn({ created, email }, 'the demonstration account is left out in production: its password is public');
  } else {
    logger.info({ created, account }, `sign in at ${platform}${managePath()} as ${email} with the password ${password}`);
  }
}
