import { DomainError } from '../kit/errors.js';
import type { Post } from '../kit/post.js';
import type { Scope } from '../kit/scope.js';
import type { SignedTokens } from '../kit/signed-tokens.js';
import type { Order } from '../orders/order.js';
import type { Site } from '../sites/site.js';
import type { Persistence, Views } from '../stores.js';
import { type TrackedOrder, trackedOrder } from './tracked-order.js';
import { trackingMail } from './tracking-mail.js';
import { type TrackingLanguage, trackingLanguage } from './words/words-of.js';

export interface TrackingLinks {
  /** The page on which an order that is sent is followed, for whoever has its token. */
  sentOrder(slug: string, token: string, language: string): string;
}

/** An order with the establishment that sends it. */
export interface FoundTracking {
  readonly order: TrackedOrder;
  readonly site: Site;
}

/**
 * Where clients follow the orders that are sent to them. The address of such a page has the id of the order under a seal of the platform:
 * ids of orders that come from online shops are no secrets, and nobody but the platform can make the address of them.
 */
export interface TrackingService {
  /** The address of the page of any order, shown or not, in the first language of the establishment that it speaks. */
  addressOf(scope: Scope, orderId: string): Promise<string>;
  /** The same for an order that can be followed now. Throws `unknown_order`, `invalid_transition` (a draft, or not one that is sent). */
  linkTo(scope: Scope, orderId: string): Promise<string>;
  /** What the page shows. Throws `unknown_order`, alike for what is not there and for what nobody is to see. */
  find(slug: string, token: string): Promise<FoundTracking>;
  /**
   * Mails the address to the client, or to `to`, in the language of the client where the page speaks it. Throws as `linkTo`, and
   * `invalid_request` (nobody to write to).
   */
  mail(scope: Scope, orderId: string, to: string | null): Promise<string>;
}

export interface TrackingDeps {
  readonly transact: Persistence['transact'];
  readonly views: Pick<Views, 'clients' | 'orders' | 'settlement' | 'sites'>;
  readonly signedTokens: Pick<SignedTokens, 'seal' | 'unseal'>;
  readonly links: TrackingLinks;
  readonly post: Post;
}

/** Nobody's other token opens the page: keys are derived for each purpose. */
const PURPOSE = 'order-tracking';

export function makeTrackingService({ transact, views, signedTokens, links, post }: TrackingDeps): TrackingService {
  const urlOf = (site: Site, orderId: string, language: TrackingLanguage) =>
    links.sentOrder(site.slug, signedTokens.seal(PURPOSE, orderId), language);

  async function siteOf(scope: Scope): Promise<Site> {
    const site = await views.sites.get(scope);
    if (site === null) throw new DomainError('unknown_order');
    return site;
  }

  async function tracked(scope: Scope, order: Order): Promise<TrackedOrder | null> {
    const [events, parcels] = await Promise.all([views.orders.events(scope, order.id), views.settlement.parcelsOf(scope, order.id)]);
    return trackedOrder(order, events, parcels);
  }

  /** The order with what its page shows. Throws as `linkTo`. */
  async function followable(scope: Scope, orderId: string): Promise<{ readonly order: Order; readonly shown: TrackedOrder }> {
    const order = await views.orders.get(scope, orderId);
    if (order === null) throw new DomainError('unknown_order');
    const shown = await tracked(scope, order);
    if (shown !== null) return { order, shown };
    throw new DomainError('invalid_transition', {
      message: 'Only an order that is sent, and no longer a draft, is followed there.',
      facts: { status: order.status, channel: order.channel },
    });
  }

  /** As the client wants to be written to, else as the establishment writes. */
  async function languageFor(scope: Scope, site: Site, { clientId }: Order): Promise<TrackingLanguage> {
    const client = clientId === null ? null : await views.clients.get(scope, clientId);
    return trackingLanguage(client?.language ?? '') ?? languageOf(site);
  }

  async function addressOf(scope: Scope, orderId: string): Promise<string> {
    const site = await siteOf(scope);
    return urlOf(site, orderId, languageOf(site));
  }

  return {
    addressOf,
    async linkTo(scope, orderId) {
      await followable(scope, orderId);
      return addressOf(scope, orderId);
    },
    async find(slug, token) {
      const orderId = signedTokens.unseal(PURPOSE, token);
      const site = typeof orderId === 'string' ? await views.sites.bySlug(slug) : null;
      if (typeof orderId !== 'string' || site === null) throw new DomainError('unknown_order');
      const scope: Scope = { tenantId: site.tenantId, siteId: site.id, actor: { kind: 'public' } };
      const order = await views.orders.get(scope, orderId);
      const shown = order === null ? null : await tracked(scope, order);
      if (shown === null) throw new DomainError('unknown_order');
      return { order: shown, site };
    },
    async mail(scope, orderId, to) {
      const [site, { order, shown }] = await Promise.all([siteOf(scope), followable(scope, orderId)]);
      const address = to ?? order.customer.email;
      if (address === null)
        throw new DomainError('invalid_request', { issues: [{ path: 'to', message: 'The client has no mail address.' }] });
      const language = await languageFor(scope, site, order);
      const url = urlOf(site, orderId, language);
      const letter = { order: shown, name: order.customer.name, place: site.name, language, url };
      await transact(scope, (stores) => post(stores, trackingMail(address, letter)));
      return url;
    },
  };
}

function languageOf({ languages }: Pick<Site, 'languages'>): TrackingLanguage {
  return languages.flatMap((code) => trackingLanguage(code) ?? [])[0] ?? 'en';
}
