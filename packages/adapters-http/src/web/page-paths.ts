import type { PickupChannel } from '@comptoir/core/orders/order.js';
import type { PayChannel } from '@comptoir/core/payments/payments-service.js';
import type { TicketLanguage } from '@comptoir/core/ticketing/offer.js';
import type { BookingTarget } from '@comptoir/core/ticketing/ticket-catalog.js';

/** Where the public pages are, for whoever links to them; `page-routes.ts` serves them. */

export function cartePath(slug: string): string {
  return `/carte/${encodeURIComponent(slug)}`;
}

/** An item's page with its id, the shop's without. */
export function boutiquePath(slug: string, itemId?: string): string {
  return `/boutique/${encodeURIComponent(slug)}${itemId === undefined ? '' : `/${encodeURIComponent(itemId)}`}`;
}

/** The page of the establishment itself. */
export function homePath(slug: string, channel: PickupChannel): string {
  return channel === 'boutique' ? boutiquePath(slug) : cartePath(slug);
}

/** Where the pages of orders are, as the router writes it. */
export const ORDER_PAGES = { takeaway: '/carte/:slug/order/:id', boutique: '/boutique/:slug/order/:id' } as const satisfies Record<
  PickupChannel,
  string
>;

export function orderPath(slug: string, orderId: string, channel: PickupChannel): string {
  return `${homePath(slug, channel)}/order/${encodeURIComponent(orderId)}`;
}

/** The help desk of an establishment; one of its articles with its slug. */
export function helpPath(slug: string, articleSlug?: string): string {
  return `/aide/${encodeURIComponent(slug)}${articleSlug === undefined ? '' : `/${encodeURIComponent(articleSlug)}`}`;
}

export function helpCategoryPath(slug: string, categorySlug: string): string {
  return `${helpPath(slug)}/c/${encodeURIComponent(categorySlug)}`;
}

/** The page of an order that can be paid by card; that of a booking as it is without a language. */
function payablePath(slug: string, orderId: string, channel: PayChannel): string {
  return channel === 'ticketing' ? bookingPath(slug, orderId, 'fr') : orderPath(slug, orderId, channel);
}

/** Where the pages around the payment of a shop's order are, as the router writes it; those of a booking are below its page. */
export const PAY_PAGES = {
  pay: `${ORDER_PAGES.boutique}/pay`,
  atPickup: `${ORDER_PAGES.boutique}/pay/at-pickup`,
  back: `${ORDER_PAGES.boutique}/pay/back/:provider`,
} as const;

export function payPath(slug: string, orderId: string, channel: PayChannel = 'boutique'): string {
  return `${payablePath(slug, orderId, channel)}/pay`;
}

/** Where the provider sends the guest back to. */
export function payReturnPath(slug: string, orderId: string, provider: string, channel: PayChannel = 'boutique'): string {
  return `${payPath(slug, orderId, channel)}/back/${encodeURIComponent(provider)}`;
}

/** The page of a checkout of the payment sandbox. */
export const SANDBOX_PAGE = '/sandbox/checkout/:ref';

export function sandboxPath(ref: string): string {
  return SANDBOX_PAGE.replace(':ref', encodeURIComponent(ref));
}

/** Where the page of an invoice is, in the language of its address or of the browser, and the file of it. */
export const INVOICE_PAGES = { french: '/facture/:token', any: '/:language/invoice/:token' } as const;

export function invoicePath(token: string, language: string): string {
  return language === 'fr' ? `/facture/${encodeURIComponent(token)}` : `/${language}/invoice/${encodeURIComponent(token)}`;
}

export function invoicePdfPath(token: string, language: string): string {
  return `${invoicePath(token, language)}/pdf`;
}

/** Where the page of an order that is sent is, in the language of its address. The token is the right to see it. */
export const SENT_ORDER_PAGES = { french: '/suivi/:slug/:token', any: '/:language/tracking/:slug/:token' } as const;

export function sentOrderPath(slug: string, token: string, language: string): string {
  return `${language === 'fr' ? '/suivi' : `/${language}/tracking`}/${encodeURIComponent(slug)}/${encodeURIComponent(token)}`;
}

/** Where the vendor portal is, in the language of its address. */
export const VENDOR_PAGES = { french: '/fournisseur/:token', any: '/:language/vendor/:token' } as const;

export function vendorPortalPath(token: string, language: string, page = 1): string {
  const path = language === 'fr' ? `/fournisseur/${encodeURIComponent(token)}` : `/${language}/vendor/${encodeURIComponent(token)}`;
  return page === 1 ? path : `${path}?page=${page}`;
}

/** Where the booking page of a museum is, in the language of its address. */
export const TICKET_PAGES = { french: '/billetterie/:slug', any: '/:language/tickets/:slug' } as const;

/** The booking page, opened at the target: `/billetterie/<slug>#o=<offer>&d=<day>&s=<session>` (interfaces A, behaviour rule 5). */
export function ticketsPath(slug: string, language: TicketLanguage, target?: BookingTarget): string {
  const path = language === 'fr' ? `/billetterie/${encodeURIComponent(slug)}` : `/${language}/tickets/${encodeURIComponent(slug)}`;
  return target === undefined ? path : `${path}#${bookingHash(target)}`;
}

/** What of an address opens the booking page at the target, without its `#`. */
export function bookingHash({ offerId, day, sessionId }: BookingTarget): string {
  const parts = [['o', offerId], ...(day === undefined ? [] : [['d', day]]), ...(sessionId === undefined ? [] : [['s', sessionId]])];
  return parts.map(([name, value = '']) => `${name}=${encodeURIComponent(value)}`).join('&');
}

/** Where the page of a booking is, in the language of its address. What is done there is posted below it. */
export const BOOKING_PAGES = { french: `${TICKET_PAGES.french}/commande/:id`, any: `${TICKET_PAGES.any}/order/:id` } as const;

export function bookingPath(slug: string, orderId: string, language: TicketLanguage): string {
  return `${ticketsPath(slug, language)}/${language === 'fr' ? 'commande' : 'order'}/${encodeURIComponent(orderId)}`;
}

/** The pages of the newsletter, as the router writes them; what they do is in their query. */
export const NEWSLETTER_PAGES = {
  form: '/newsletter/:slug',
  confirm: '/newsletter/link/confirm',
  unsubscribe: '/newsletter/link/unsubscribe',
} as const;

export function newsletterPath(page: 'confirm' | 'unsubscribe', token: string): string {
  return `${NEWSLETTER_PAGES[page]}?t=${encodeURIComponent(token)}`;
}

export type ManagePage = 'login' | 'forgot' | 'reset' | 'verify' | 'onboard';

/** Where somebody who is signed in works for an establishment. */
export const CONSOLE_PAGES = ['till', 'gates', 'shop', 'links'] as const;
export type ConsolePage = (typeof CONSOLE_PAGES)[number];

/** The platform's own pages: `/manage/reset?token=…`; without a name, the first one. */
export function managePath(page?: ManagePage | ConsolePage, query: Readonly<Record<string, string>> = {}): string {
  const search = new URLSearchParams(query).toString();
  return `/manage${page === undefined ? '' : `/${page}`}${search === '' ? '' : `?${search}`}`;
}

/** Where the page of a gate is, and its worker, as the router writes them. */
export const GATE_WORKER = '/controle/worker.js';
export const GATE_PAGE = '/controle/:slug';

export function gatePath(slug: string): string {
  return `/controle/${encodeURIComponent(slug)}`;
}
