/** Which certificate: live and staging ones of a domain never meet. */
export interface CertificateKey {
  /** The first of its names: lower case, punycode. Names the folder of its files. */
  readonly domain: string;
  /** From the staging directory: for trying out, trusted by nobody. */
  readonly staging: boolean;
}

/** What was issued last. */
export interface IssuedCertificate {
  readonly names: readonly string[];
  /** Lower-case hexadecimal. Names the folder of this issue. */
  readonly serial: string;
  readonly notBefore: Date;
  readonly notAfter: Date;
  /** What a directory that offers renewal information calls it (RFC 9773 §4.1); null: it names no issuer's key. */
  readonly renewalId: string | null;
}

/** Who makes the order at the moment. Without a sign of life it ends by itself. */
export interface Lease {
  readonly holder: string;
  readonly until: Date;
}

/** Why the last try did not work. */
export interface IssuanceFailure {
  /** The try it came of. */
  readonly fence: number;
  /** The names that were asked for. */
  readonly names: readonly string[];
  /** An ACME error (RFC 8555 §6.7), such as `urn:ietf:params:acme:error:dns`, or one of `FAILURE_TYPES`. */
  readonly type: string;
  readonly detail: string;
  readonly at: Date;
  /** How many tries for these names have failed in a row. */
  readonly count: number;
  /** Nobody asks again before. */
  readonly retryAt: Date;
}

/** Faults that no directory has a name for. */
export const FAILURE_TYPES = {
  /** Before it could issue anything. The only one that nobody counts. */
  unreachable: 'urn:comptoir:error:directoryUnreachable',
  /** It may have issued a certificate, which did not come. */
  lost: 'urn:comptoir:error:answerLost',
  timedOut: 'urn:comptoir:error:issuanceTimedOut',
  unusable: 'urn:comptoir:error:unusableCertificate',
  fault: 'urn:comptoir:error:fault',
  budget: 'urn:comptoir:error:budget',
} as const;

/** What an order is made with. */
export interface CertificateOrder {
  /** Sorted, the domain first. */
  readonly names: readonly string[];
  /** Of the account; null: one without an address. */
  readonly email: string | null;
  /** Also put challenges there: the document root of another web server. */
  readonly webroot: string | null;
}

/** Everything known of a certificate: one row, which also is the lease of its issuance. */
export interface CertificateRecord extends CertificateKey {
  /** The app that had it first. */
  readonly appId: string;
  readonly order: CertificateOrder;
  readonly issued: IssuedCertificate | null;
  /** Directories beside the product's own where its files are published too. */
  readonly copies: readonly string[];
  readonly lease: Lease | null;
  /** Grows with every try: whoever writes with an older one has been replaced. */
  readonly fence: number;
  readonly failure: IssuanceFailure | null;
  /** When the renewal loop looks at it next; null: never. */
  readonly lookAt: Date | null;
}

const DAY_MS = 86_400_000;
/** Reused while more remains (interfaces C, rule 1). */
const REUSE_MS = 30 * DAY_MS;
/** Of a lifetime below this, thirty days would be most of it: a certificate of six days would be ordered anew with every call. */
const SHORT_LIFETIME_MS = 60 * DAY_MS;

/** The instant from which a call gets a new certificate (decisions §7). */
export function reusedUntil({ notBefore, notAfter }: Pick<IssuedCertificate, 'notBefore' | 'notAfter'>): Date {
  const lifetimeMs = notAfter.getTime() - notBefore.getTime();
  const keptMs = lifetimeMs < SHORT_LIFETIME_MS ? lifetimeMs / 3 : REUSE_MS;
  return new Date(notAfter.getTime() - keptMs);
}

/** Whether the certificate serves for these names now. */
export function serves(issued: IssuedCertificate, names: readonly string[], now: Date): boolean {
  return now < reusedUntil(issued) && now >= issued.notBefore && names.every((name) => issued.names.includes(name));
}

/** The names as one text: equal for equal sets. */
export function nameSetOf(names: readonly string[]): string {
  return [...names].sort().join(',');
}
