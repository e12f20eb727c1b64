import { publicScope } from '../carte/menus.js';
import type { ClientDecision } from '../clients/client-store.js';
import { mailOf } from '../identity/mail-letter.js';
import { networkOf } from '../identity/network-of.js';
import type { Clock } from '../kit/clock.js';
import type { Crypto } from '../kit/crypto.js';
import { withoutFormula, writeCsv } from '../kit/csv.js';
import { DomainError } from '../kit/errors.js';
import type { Ids } from '../kit/ids.js';
import type { Mail } from '../kit/mail.js';
import type { Post } from '../kit/post.js';
import { RateLimited, type RatePolicy } from '../kit/rate-limit.js';
import { actorName, type Scope } from '../kit/scope.js';
import type { SignedTokens } from '../kit/signed-tokens.js';
import type { Site } from '../sites/site.js';
import type { Stores, TransactAll, Views } from '../stores.js';
import { mailWords } from './mail-words.js';
import { readConfirmation, readUnsubscription, sealConfirmation } from './newsletter-tokens.js';
import type { Subscriber, SubscriberState } from './subscriber.js';

/** Where the pages of the newsletter are, which only the host knows. */
export interface NewsletterLinks {
  confirmSubscription(token: string): string;
  unsubscribe(token: string): string;
  /** The page of the establishment. */
  home(site: Pick<Site, 'slug' | 'trade'>): string;
}

/** Whom a page of the newsletter is about. */
export interface NewsletterPlace {
  readonly site: Pick<Site, 'name' | 'slug' | 'trade'>;
  readonly email: string;
}

export interface Asked {
  readonly email: string;
  readonly language: string | null;
  readonly source: string;
}

export interface NewsletterService {
  /** The establishment of the form. Throws `unknown_shop`. */
  place(slug: string): Promise<Pick<Site, 'name' | 'slug' | 'trade'>>;
  /**
   * Somebody asks for the newsletter. Whatever is known of the address, the answer is the same and takes as long; a mail asks its owner.
   * `network` is where they call from. Throws `unknown_shop`, `rate_limited` (about the network, never the address).
   */
  subscribe(slug: string, email: string, language: string | null, network: string): Promise<void>;
  /** What the link is about. Throws `invalid_token`. */
  confirmation(token: string): Promise<NewsletterPlace>;
  /** Once or several times. Throws `invalid_token`. */
  confirm(token: string): Promise<NewsletterPlace>;
  unsubscription(token: string): Promise<NewsletterPlace>;
  /** Once or several times; it always works. Throws `invalid_token`. */
  unsubscribe(token: string): Promise<NewsletterPlace>;
  /** Asks the owner of the address, as if they had asked themselves. */
  invite(scope: Scope, asked: Asked): Promise<Subscriber>;
  /** The staff has the consent. Throws `invalid_transition` where it was withdrawn: only the owner of the address gives it again. */
  enter(scope: Scope, asked: Asked): Promise<Subscriber>;
  /** Subscribers in a state as CSV, at most 10,000 at a time. */
  exportCsv(
    scope: Scope,
    state: SubscriberState,
    cursor: string | null,
  ): Promise<{ readonly text: string; readonly nextCursor: string | null }>;
}

export interface NewsletterDeps {
  readonly transact: TransactAll;
  readonly views: Pick<Views, 'sites' | 'subscribers'>;
  readonly clock: Clock;
  readonly crypto: Pick<Crypto, 'sha256'>;
  readonly ids: Ids;
  readonly links: NewsletterLinks;
  readonly post: Post;
  readonly signedTokens: SignedTokens;
}

const FROM_NETWORK: RatePolicy = { limit: 20, windowSecs: 3600 };
const TO_ADDRESS: RatePolicy = { limit: 3, windowSecs: 3600 };
const CONFIRM_MS = 7 * 86_400_000;
const EXPORT_MAX = 10_000;
const SYSTEM = { kind: 'public' } as const;

export function makeNewsletterService(deps: NewsletterDeps): NewsletterService {
  const { transact, views, clock, crypto, ids, links, post, signedTokens } = deps;

  async function siteOf(slug: string): Promise<Site> {
    const site = await views.sites.bySlug(slug);
    if (site === null) throw new DomainError('unknown_shop');
    return site;
  }

  /** Makes the address wait for its owner, and asks them; nobody is asked who has confirmed already, or was asked too often. */
  async function ask(stores: Stores, scope: Scope, site: Site, asked: Asked): Promise<Subscriber> {
    const now = clock.now();
    const { taken } = await stores.rateLimits.take(scope, `newsletter ${crypto.sha256(asked.email)}`, TO_ADDRESS, now);
    const subscriber = await stores.subscribers.change(scope, asked.email, (known) => {
      if (known?.state === 'confirmed' || known?.state === 'pending') return known;
      const fresh = { id: known?.id ?? ids.uuid(), createdAt: known?.createdAt ?? now, confirmedAt: null, endedAt: known?.endedAt ?? null };
      return { ...asked, ...fresh, state: 'pending' };
    });
    await post(stores, taken && subscriber.state === 'pending' ? confirmMail(site, subscriber, now) : null);
    return subscriber;
  }

  function confirmMail(site: Site, { email, language }: Subscriber, now: Date): Mail {
    const words = mailWords(language ?? site.languages[0] ?? null);
    const token = sealConfirmation(signedTokens, { tenantId: site.tenantId, siteId: site.id, email, at: now.getTime() });
    return mailOf(email, {
      subject: words.confirmSubject(site.name),
      paragraphs: [words.confirm(site.name), words.ignore],
      action: { label: words.confirmLabel, url: links.confirmSubscription(token) },
    });
  }

  async function about<Content extends { readonly tenantId: string; readonly siteId: string; readonly email: string }>(
    content: Content | null,
  ) {
    const scope = content === null ? null : { tenantId: content.tenantId, siteId: content.siteId, actor: SYSTEM };
    const site = scope === null ? null : await views.sites.get(scope);
    if (content === null || scope === null || site === null) throw new DomainError('invalid_token');
    return { content, scope, place: { site, email: content.email } };
  }

  async function confirmable(token: string) {
    const found = await about(readConfirmation(signedTokens, token));
    const { scope, content } = found;
    const known = await views.subscribers.byEmail(scope, content.email);
    // What was withdrawn since is not given again by an older link.
    const isOutdated = known?.endedAt !== null && known?.endedAt !== undefined && known.endedAt.getTime() >= content.at;
    if (known === null || isOutdated || clock.now().getTime() - content.at > CONFIRM_MS) throw new DomainError('invalid_token');
    return found;
  }

  return {
    place: siteOf,

    async subscribe(slug, email, language, network) {
      const site = await siteOf(slug);
      const scope = publicScope(site);
      await transact(scope, async (stores) => {
        const state = await stores.rateLimits.take(scope, `newsletter from ${networkOf(network)}`, FROM_NETWORK, clock.now());
        if (!state.taken) throw new RateLimited(state);
        await ask(stores, scope, site, { email, language, source: 'form' });
      });
    },

    confirmation: async (token) => (await confirmable(token)).place,

    async confirm(token) {
      const { scope, content, place } = await confirmable(token);
      const now = clock.now();
      await transact(scope, async (stores, inside) => {
        await stores.subscribers.changeKnown(scope, content.email, (known) =>
          known.state === 'confirmed' ? known : { ...known, state: 'confirmed', confirmedAt: now, endedAt: null },
        );
        await stores.subscribers.lift(scope, content.email);
        await setConsent(stores, inside, scope, content.email, { granted: true, at: now, source: 'newsletter' });
      });
      return place;
    },

    unsubscription: async (token) => (await about(readUnsubscription(signedTokens, token))).place,

    async unsubscribe(token) {
      const { scope, content, place } = await about(readUnsubscription(signedTokens, token));
      const { email, campaignId } = content;
      const now = clock.now();
      await transact(scope, async (stores, inside) => {
        await stores.subscribers.changeKnown(scope, email, (known) =>
          known.state === 'unsubscribed' ? known : { ...known, state: 'unsubscribed', endedAt: now },
        );
        await setConsent(stores, inside, scope, email, { granted: false, at: now, source: 'unsubscribe' });
        if (campaignId !== null) await stores.campaigns.noteUnsubscribed(scope, campaignId, email, now);
      });
      return place;
    },

    async invite(scope, asked) {
      const site = await views.sites.get(scope);
      if (site === null) throw new DomainError('unknown_shop');
      return transact(scope, (stores) => ask(stores, scope, site, asked));
    },

    enter: (scope, asked) =>
      transact(scope, async (stores, inside) => {
        const now = clock.now();
        const client = await inside.clients.byEmail(scope, asked.email);
        const subscriber = await stores.subscribers.change(scope, asked.email, (known) => {
          if (known?.state === 'confirmed') return known;
          const isWithdrawn = known?.state === 'unsubscribed' || known?.state === 'bounced' || client?.emailConsent?.granted === false;
          if (isWithdrawn) throw withdrawn(known?.state ?? 'unsubscribed');
          return {
            ...asked,
            id: known?.id ?? ids.uuid(),
            createdAt: known?.createdAt ?? now,
            state: 'confirmed',
            confirmedAt: now,
            endedAt: null,
          };
        });
        await setConsent(stores, inside, scope, asked.email, { granted: true, at: now, source: asked.source });
        return subscriber;
      }),

    async exportCsv(scope, state, cursor) {
      const { items, nextCursor } = await views.subscribers.walk(scope, state, cursor, EXPORT_MAX);
      const head = cursor === null ? [['email', 'language', 'state', 'source', 'createdAt', 'confirmedAt', 'endedAt']] : [];
      return { text: writeCsv([...head, ...items.map(rowOf)]), nextCursor };
    },
  };
}

/** What a client with this address has agreed to follows the newsletter. */
async function setConsent(
  { clients }: Pick<Stores, 'clients'>,
  inside: Pick<Views, 'clients'>,
  scope: Scope,
  email: string,
  consent: { readonly granted: boolean; readonly at: Date; readonly source: string },
): Promise<void> {
  const known = await inside.clients.byEmail(scope, email);
  if (known === null) return;
  await clients.change(scope, known.id, (client): ClientDecision | null => {
    if (client.emailConsent?.granted === consent.granted || client.anonymizedAt !== null) return null;
    const { granted, source, at } = consent;
    return {
      client: { ...client, emailConsent: consent, updatedAt: at, version: client.version + 1 },
      event: { kind: 'consent', at, actor: actorName(scope.actor), facts: { granted, source } },
    };
  });
}

function withdrawn(status: SubscriberState): DomainError {
  return new DomainError('invalid_transition', {
    message: 'This address has unsubscribed, or cannot be reached: only its owner can subscribe it again.',
    facts: { status, step: 'add' },
  });
}

function rowOf({ email, language, state, source, createdAt, confirmedAt, endedAt }: Subscriber): readonly string[] {
  const times = [createdAt, confirmedAt, endedAt].map((at) => at?.toISOString() ?? '');
  return [withoutFormula(email), language ?? '', state, withoutFormula(source), ...times];
}
