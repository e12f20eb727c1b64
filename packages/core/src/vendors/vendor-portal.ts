import { networkOf } from '../identity/network-of.js';
import { NOBODYS_SCOPE } from '../identity/nobodys-scope.js';
import { makeOneTimeSecret } from '../identity/one-time-secret.js';
import { type Pace, takeTry } from '../identity/pace.js';
import type { Clock } from '../kit/clock.js';
import type { Crypto } from '../kit/crypto.js';
import { DomainError } from '../kit/errors.js';
import type { Post } from '../kit/post.js';
import type { Scope } from '../kit/scope.js';
import { edited } from '../kit/versioned.js';
import type { Persistence, Stores, Views } from '../stores.js';
import { portalMail } from './portal-mail.js';
import { type PortalSheet, portalSheet, type ReorderSuggestions } from './portal-sheet.js';
import { portalOf } from './portal-state.js';
import { type PortalLanguage, portalLanguageOf } from './portal-words.js';
import type { Vendor } from './vendor.js';
import { mustStand } from './vendor-rules.js';

export interface VendorPortalLinks {
  /** The page of the vendor portal, for whoever has its token. */
  vendorPortal(token: string, language: string): string;
}

export interface PortalLink {
  readonly token: string;
  readonly url: string;
  readonly expiresAt: Date;
}

export interface LinkOptions {
  readonly ttlDays: number;
  /** Null: the first of the establishment's languages in which the portal is written. */
  readonly language: PortalLanguage | null;
}

/** What vendors see of the establishment that buys from them: their products, what is left of them, and nothing else. */
export interface VendorPortal {
  /** A vendor has one link: a new one ends the earlier. Throws `unknown_record`. */
  createLink(scope: Scope, id: string, options: LinkOptions): Promise<PortalLink>;
  /** Throws `unknown_record`. */
  revokeLink(scope: Scope, id: string): Promise<void>;
  /** Mails a new link, to the vendor's own address where `to` is null; until when it is good. Throws `unknown_record`, `invalid_request`. */
  sendLink(scope: Scope, id: string, options: LinkOptions & { readonly to: string | null }): Promise<Date>;
  /** Throws `unknown_record` for whatever does not open the portal, and `rate_limited` where too much was tried from there. */
  open(token: string, address: string, page: number): Promise<PortalSheet>;
}

interface Deps {
  readonly transact: Persistence['transact'];
  readonly views: Pick<Views, 'products' | 'sites' | 'stock' | 'vendors'>;
  readonly clock: Clock;
  readonly crypto: Crypto;
  readonly links: VendorPortalLinks;
  readonly post: Post;
  /** Null: nobody reckons what to order. */
  readonly suggestions: ReorderSuggestions;
}

const DAY_MS = 86_400_000;
const TOKEN = /^[0-9a-f]{64}$/;

/** Looks by token, from one network address. Tokens cannot be guessed; this is against programs that ask all the time. */
const LOOKS_PACE: Pace = { free: 120, firstWaitSecs: 5, longestWaitSecs: 60, quietSecs: 60 };

export function makeVendorPortal(deps: Deps): VendorPortal {
  const { transact, views, clock, crypto, links, post } = deps;

  async function addLink({ vendors }: Stores, scope: Scope, id: string, { ttlDays, language }: LinkOptions, siteLanguage: PortalLanguage) {
    const { secret: token, hash } = makeOneTimeSecret(crypto);
    const now = clock.now();
    const expiresAt = new Date(now.getTime() + ttlDays * DAY_MS);
    const portal = { hash, createdAt: now.toISOString(), expiresAt: expiresAt.toISOString() };
    const vendor = await vendors.change(scope, id, (before) => {
      mustStand(before);
      return edited(before, { data: { ...before.data, portal } }, undefined, now);
    });
    return { vendor, link: { token, expiresAt, url: links.vendorPortal(token, language ?? siteLanguage) } };
  }

  return {
    createLink: (scope, id, options) =>
      transact(scope, async (stores, seen) => {
        const { language } = await hostOf(seen, scope);
        return (await addLink(stores, scope, id, options, language)).link;
      }),

    async revokeLink(scope, id) {
      await transact(scope, ({ vendors }) => vendors.change(scope, id, (vendor) => withoutLink(vendor, clock.now())));
    },

    sendLink: (scope, id, { to, ...options }) =>
      transact(scope, async (stores, seen) => {
        const { name, language } = await hostOf(seen, scope);
        const { vendor, link } = await addLink(stores, scope, id, options, language);
        const address = to ?? vendor.email;
        if (address === null)
          throw new DomainError('invalid_request', { issues: [{ path: 'to', message: 'The vendor has no mail address.' }] });
        const letter = { vendor: vendor.name, host: name, ...link, language: options.language ?? language };
        await post(stores, portalMail(address, letter));
        return link.expiresAt;
      }),

    async open(token, address, page) {
      const bucket = crypto.sha256(`vendor-portal\n${networkOf(address)}`);
      await transact(NOBODYS_SCOPE, ({ throttles }) => throttles.change(bucket, (tries) => takeTry(LOOKS_PACE, tries, clock.now())));
      const found = TOKEN.test(token) ? await views.vendors.byPortalHash(crypto.sha256(token)) : null;
      const portal = found === null ? null : portalOf(found.vendor);
      if (found === null || portal === null || new Date(portal.expiresAt) <= clock.now()) throw new DomainError('unknown_record');
      const scope: Scope = { tenantId: found.tenantId, siteId: found.siteId, actor: { kind: 'public' } };
      const { name } = await hostOf(views, scope);
      return portalSheet(deps, scope, { host: name, vendor: found.vendor, expiresAt: new Date(portal.expiresAt), page });
    },
  };
}

function withoutLink(vendor: Vendor, now: Date): Vendor {
  mustStand(vendor);
  const { portal, ...data } = vendor.data;
  return portal === undefined ? vendor : edited(vendor, { data }, undefined, now);
}

/** The establishment as vendors know it. */
async function hostOf({ sites }: Pick<Views, 'sites'>, scope: Scope): Promise<{ name: string; language: PortalLanguage }> {
  const site = await sites.get(scope);
  if (site === null) throw new DomainError('unknown_record');
  return { name: site.name, language: portalLanguageOf(site.languages) };
}
