import type { Services } from '@comptoir/core/services.js';
import type { WebAssets } from './assets.js';

/** What the public pages are made of. */
export interface PageRoutesDeps {
  readonly services: Pick<
    Services,
    | 'bookings'
    | 'boutique'
    | 'carte'
    | 'clock'
    | 'helpCentre'
    | 'issuedInvoices'
    | 'newsletter'
    | 'orders'
    | 'payments'
    | 'ticketCounter'
    | 'tracking'
    | 'vendorPortal'
    | 'views'
  >;
  readonly assets: WebAssets;
  /** The address of this host as guests reach it, without a trailing slash. */
  readonly publicUrl: string;
}
