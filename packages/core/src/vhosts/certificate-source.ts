/** Where `upsert_auto` has its certificates from. */
export interface CertificateSource {
  /**
   * A certificate of the certificate authority for the names, a new one unless the present one lasts. Its paths stay the same
   * when it is renewed. `email` is for the account there. Throws what the issuance was refused with.
   */
  provision(request: CertificateRequest): Promise<ProvisionedCertificate>;
  /** Nobody needs it any more: it is not renewed. */
  retire(domain: string): Promise<void>;
}

interface CertificateRequest {
  readonly appId: string;
  readonly domain: string;
  readonly aliases: readonly string[];
  readonly email?: string;
}

interface ProvisionedCertificate {
  readonly certPath: string;
  readonly keyPath: string;
  readonly reused: boolean;
}
