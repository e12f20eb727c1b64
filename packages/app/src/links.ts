import { managePath, orderPath } from '@comptoir/adapters-http/web/page-paths.js';
import type { PlatformLinks } from '@comptoir/core/identity/platform-links.js';
import type { OrderLinks } from '@comptoir/core/orders/orders-service.js';
import type { PublicUrls } from './addresses.js';

/** Addresses of the pages, for answers and mails; always from configuration, never from a request. */
export function makeLinks({ storefront, platform }: PublicUrls): OrderLinks & PlatformLinks {
  return {
    tracking: (slug, orderId) => `${storefront}${orderPath(slug, orderId)}`,
    verifyEmail: (token) => `${platform}${managePath('verify', { token })}`,
    resetPassword: (token) => `${platform}${managePath('reset', { token })}`,
    onboard: (payload) => `${platform}${managePath('onboard', { d: payload })}`,
    login: () => `${platform}${managePath('login')}`,
  };
}
