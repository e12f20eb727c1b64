import { orderPath } from '@comptoir/adapters-http/web/page-paths.js';
import type { OrderLinks } from '@comptoir/core/orders/orders-service.js';
import type { PublicUrls } from './addresses.js';

/** Addresses of the storefront's pages, for answers and messages. */
export function makeOrderLinks({ storefront }: PublicUrls): OrderLinks {
  return { tracking: (slug, orderId) => `${storefront}${orderPath(slug, orderId)}` };
}
