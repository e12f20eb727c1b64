import { DomainError } from '../kit/errors.js';
import { TOKEN_LENGTH } from '../kit/ids.js';
import type { Site } from '../sites/site.js';
import type { SiteViews } from '../sites/site-store.js';
import type { GuestOrder } from './order.js';
import type { OrderViews } from './order-views.js';

export interface GuestOrderDeps {
  readonly orderViews: Pick<OrderViews, 'byPublicId'>;
  readonly siteViews: Pick<SiteViews, 'get'>;
}

/** An order of the public with its establishment. */
export interface FoundGuestOrder {
  readonly order: GuestOrder;
  readonly site: Site;
}

const TOKEN = new RegExp(`^[0-9A-Za-z]{${TOKEN_LENGTH}}$`);

/** The order whose unguessable id this is, for its guest: the id is the permission. Throws `unknown_order`. */
export async function findGuestOrder({ orderViews, siteViews }: GuestOrderDeps, orderId: string): Promise<FoundGuestOrder> {
  const order = TOKEN.test(orderId) ? await orderViews.byPublicId(orderId) : null;
  const site = order === null ? null : await siteViews.get({ tenantId: order.tenantId, siteId: order.siteId, actor: { kind: 'public' } });
  if (order === null || site === null) throw new DomainError('unknown_order');
  return { order, site };
}
