import type { ShopLinks } from './boutique/shop-catalog.js';
import type { CertificatePorts } from './certificates/certificates-deps.js';
import type { StorefrontLinks } from './feeds/feeds-service.js';
import type { Health } from './health/health-service.js';
import type { IdentityProvider } from './identity/identity-provider.js';
import type { PlatformLinks } from './identity/platform-links.js';
import type { InvoiceRenderer } from './invoices/invoice-renderer.js';
import type { InvoiceLinks } from './invoices/invoices-deps.js';
import type { JournalSigner } from './journal/journal-signer.js';
import type { Clock } from './kit/clock.js';
import type { Crypto } from './kit/crypto.js';
import type { HtmlCleaner } from './kit/html-cleaner.js';
import type { Logger } from './kit/logger.js';
import type { Mailer } from './kit/mail.js';
import type { OutgoingHttp } from './kit/outgoing-http.js';
import type { Passwords } from './kit/passwords.js';
import type { Permission } from './kit/procedure.js';
import type { SignedTokens } from './kit/signed-tokens.js';
import type { Timers } from './kit/timers.js';
import type { NewsletterLinks } from './newsletter/newsletter-service.js';
import type { OrderLinks } from './orders/orders-service.js';
import type { PaymentProvider } from './payments/payment-provider.js';
import type { PaymentLinks } from './payments/payments-service.js';
import type { PhotoFiles } from './photos/photo-files.js';
import type { PhotoRenderer } from './photos/photo-renderer.js';
import type { CronTimes } from './scheduler/cron-times.js';
import type { Commands, HostTasks } from './scheduler/scheduled-work.js';
import type { ShopSyncPorts } from './shop-sync/make-shop-sync-service.js';
import type { Persistence } from './stores.js';
import type { BookingLinks } from './ticketing/booking-service.js';
import type { TicketLinks } from './ticketing/ticket-catalog.js';
import type { TicketRenderer } from './ticketing/ticket-renderer.js';
import type { TrackingLinks } from './tracking/tracking-service.js';
import type { VendorPortalLinks } from './vendors/vendor-portal.js';
import type { VhostPorts } from './vhosts/vhosts-service.js';
import type { WebhookLinks } from './webhooks/webhooks-service.js';

/** Addresses of pages and pictures, which only the host knows. */
export type Links = BookingLinks &
  InvoiceLinks &
  NewsletterLinks &
  OrderLinks &
  PaymentLinks &
  PlatformLinks &
  ShopLinks &
  StorefrontLinks &
  TicketLinks &
  TrackingLinks &
  VendorPortalLinks &
  WebhookLinks;

export interface ServiceDeps {
  readonly persistence: Persistence;
  readonly certificates: CertificatePorts;
  readonly clock: Clock;
  /** Null: schedules start no programs. */
  readonly commands: Commands | null;
  readonly cronTimes: CronTimes;
  readonly crypto: Crypto;
  readonly htmlCleaner: HtmlCleaner;
  readonly journalSigner: JournalSigner;
  readonly links: Links;
  readonly mailer: Mailer;
  readonly outgoing: OutgoingHttp;
  readonly invoiceRenderer: InvoiceRenderer;
  readonly passwords: Passwords;
  readonly photoFiles: PhotoFiles;
  readonly photoRenderer: PhotoRenderer;
  /** Null: this host is connected to no online shops. */
  readonly shopSync: ShopSyncPorts | null;
  readonly signedTokens: SignedTokens;
  /** Null: people sign in by password only. */
  readonly identityProvider: IdentityProvider | null;
  /** Take cards for the online shops that name them in their settings; none: every order is paid at pickup. */
  readonly paymentProviders: readonly PaymentProvider[];
  readonly logger: Logger;
  readonly ticketRenderer: TicketRenderer;
  readonly timers: Timers;
  readonly health: Health;
  /** `BEXT_SUPPLIER_RECALC`: what an online shop has changed asks for a recalculation of what to order. */
  readonly supplierRecalc: boolean;
  /** What schedules may name as their `task`. */
  readonly tasks: HostTasks;
  /** Every permission that some procedure of the host asks for; only the host knows which routers it offers. */
  readonly knownPermissions: () => readonly Permission[];
  /** The web server of this machine and what goes with it. */
  readonly vhosts: VhostPorts;
}
