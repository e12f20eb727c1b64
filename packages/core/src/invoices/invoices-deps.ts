import type { Clock } from '../kit/clock.js';
import type { Crypto } from '../kit/crypto.js';
import { DomainError } from '../kit/errors.js';
import type { Ids } from '../kit/ids.js';
import type { Post } from '../kit/post.js';
import type { Scope } from '../kit/scope.js';
import { TAX_ROUNDINGS, type TaxRounding } from '../kit/tax-rounding.js';
import type { Transact } from '../kit/transact.js';
import type { Site } from '../sites/site.js';
import type { SiteViews } from '../sites/site-store.js';
import { wallTimeAt } from '../sites/wall-time.js';
import type { Stores, Views } from '../stores.js';
import type { Invoice, InvoicePayment } from './invoice.js';
import type { InvoiceRenderer } from './invoice-renderer.js';
import type { InvoiceViews } from './invoice-store.js';
import { type Issuer, sellerOf } from './issue-invoice.js';
import type { DraftPlace } from './make-draft.js';
import { DEFAULT_TERMS, sellerSetting, termsSetting } from './parties.js';
import type { BuyerBook, InvoiceableOrders } from './ports.js';

export interface InvoiceLinks {
  /** The public page of an invoice, for whoever has its token. */
  invoice(token: string, language: string): string;
}

/** What a transaction works on, reads included: one that waited for a second connection could wait for itself. */
export interface InvoiceStores extends Pick<Stores, 'invoices' | 'orders' | 'pushQueue' | 'settings' | 'settlement' | 'throttles'> {
  readonly views: Pick<Views, 'clients' | 'sites'>;
}

export interface InvoicesDeps {
  readonly transact: Transact<InvoiceStores>;
  readonly views: InvoiceViews;
  readonly siteViews: Pick<SiteViews, 'get'>;
  /** The order book and the clients, as a transaction sees them. */
  readonly ordersIn: (stores: InvoiceStores) => InvoiceableOrders;
  readonly buyersIn: (stores: InvoiceStores) => BuyerBook;
  /** Records money on an order and on one of its invoices, as one. Throws as `SettlementService.payInvoice`. */
  readonly payInvoice: (scope: Scope, orderId: string, payment: InvoicePayment) => Promise<Invoice>;
  readonly renderer: InvoiceRenderer;
  readonly clock: Clock;
  readonly crypto: Crypto;
  readonly ids: Ids;
  readonly links: InvoiceLinks;
  readonly post: Post;
}

/** EN 16931 asks for tax by the sum of nets, and people for the price they were told. */
export const DEFAULT_ROUNDING: TaxRounding = 'sum_by_net_keep_gross';

/** The establishment as it drafts and issues at this moment: read once for all that a transaction does. */
export interface Office extends DraftPlace, Issuer {}

export async function officeOf({ clock }: InvoicesDeps, { settings, views }: InvoiceStores, scope: Scope): Promise<Office> {
  const site = await siteOf(views.sites, scope);
  const stored = await settings.list(scope);
  const seller = sellerSetting.safeParse(stored.get('invoices.seller'));
  const terms = termsSetting.safeParse(stored.get('invoices.terms'));
  const now = clock.now();
  return {
    scope,
    site,
    now,
    rounding: TAX_ROUNDINGS.find((known) => known === stored.get('invoices.rounding')) ?? DEFAULT_ROUNDING,
    seller: seller.success ? seller.data : sellerOf(site),
    terms: terms.success ? terms.data : DEFAULT_TERMS,
    today: wallTimeAt(now, site.timezone).date,
  };
}

export async function siteOf(siteViews: Pick<SiteViews, 'get'>, scope: Scope): Promise<Site> {
  const site = await siteViews.get(scope);
  if (site === null) throw new DomainError('unknown_shop');
  return site;
}
