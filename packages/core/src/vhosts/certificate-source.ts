/** Where `upsert_auto` has its certificates from. */
export interface CertificateSource {
  /**
   * A certificate of the certificate authority for the names, a new one unless the present one lasts. Its paths stay the same
   * when it is renewed. `email` is for the account there; `onOrder` is called when the authority is going to be asked. Throws what
   * the issuance was refused with.
   */
  provision(request: CertificateRequest): Promise<ProvisionedCertificate>;
  /** Nobody needs it any more: it is not renewed. */
  retire(domain: string): Promise<void>;
  /** Where the certificate of a domain is, or will be. */
  pathsOf(domain: string): CertificatePlaces;
}

interface CertificateRequest {
  readonly appId: string;
  readonly domain: string;
  readonly aliases: readonly string[];
  readonly email?: string;
  readonly onOrder?: () => void;
}

interface CertificatePlaces {
  readonly certPath: string;
  readonly keyPath: string;
}

interface ProvisionedCertificate extends CertificatePlaces {
  readonly reused: boolean;
}
