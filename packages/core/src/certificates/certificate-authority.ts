import type { CertificateOrder } from './certificate.js';

/** A certificate with its key, as PEM. */
export interface CertificatePem {
  readonly privateKey: string;
  /** The certificate, then its issuers. */
  readonly fullchain: string;
}

/** Where the directory finds the proofs that it asks for. */
export interface ChallengeDesk {
  /** From when this is done, the answer is given by every process, under any host name. */
  put(token: string, keyAuthorization: string): Promise<void>;
}

export interface IssuanceRequest extends CertificateOrder {
  readonly staging: boolean;
  /** The certificate that this one replaces, by its `renewalId`: such an order is exempt from limits (RFC 9773 §5). */
  readonly replaces: string | null;
  readonly challenges: ChallengeDesk;
  /** Called before every step; what it throws ends the issuance. */
  readonly alive: () => Promise<void>;
}

/** What came of an issuance: data, because whoever ordered decides what follows. */
export type IssuanceOutcome =
  | { readonly kind: 'issued'; readonly pem: CertificatePem }
  /** `retryAfterSecs`: what the directory asks for; null when it asks for nothing. */
  | { readonly kind: 'refused'; readonly type: string; readonly detail: string; readonly retryAfterSecs: number | null }
  /** The directory could not be asked, or has a fault of its own: nothing is wrong with the order, and nothing was issued. */
  | { readonly kind: 'unavailable'; readonly detail: string; readonly retryAfterSecs: number | null }
  /** This process stops. Nothing is wrong with the order. */
  | { readonly kind: 'interrupted' };

/** When a directory wants a certificate renewed (RFC 9773). */
export interface RenewalWindow {
  readonly start: Date;
  readonly end: Date;
}

/** ACME directories (RFC 8555), live and staging, as a port. */
export interface CertificateAuthority {
  /**
   * Makes one order, proves each name over HTTP (HTTP-01), and fetches the certificate for a new key. Tries nothing twice and
   * never waits as long as a directory may ask: that comes back as `retryAfterSecs`. Rejects only with what `alive` or the desk
   * throws.
   */
  obtain(request: IssuanceRequest): Promise<IssuanceOutcome>;
  /** The window for the certificate; null where the directory offers none or cannot be asked now. Never rejects. */
  renewalWindow(renewalId: string, staging: boolean): Promise<RenewalWindow | null>;
}
