import type { CertificateKey, IssuedCertificate } from './certificate.js';
import type { CertificatePem } from './certificate-authority.js';

/** Where the files of a certificate are: the product's own directory, or one that an app named. */
export interface CertificatePlace extends CertificateKey {
  /** Null: the product's own. */
  readonly directory: string | null;
}

export interface CertificatePaths {
  readonly certPath: string;
  readonly keyPath: string;
}

/**
 * Certificates as files that a web server reads, as a port. At every instant, also when the machine loses power, the paths of a
 * place either lead to nothing or to a key and the chain that fits it.
 */
export interface CertificateFiles {
  /**
   * The directory as links lead to it. Throws `invalid_request`, naming `field`, unless it exists under the allowed roots (or, for
   * `pem_dir`, under the directory of certificates).
   */
  allowedDirectory(path: string, field: 'webroot' | 'pem_dir'): Promise<string>;
  /** What the PEM says of itself. Throws `UnusableCertificate` when key, chain, dates and `names` do not fit. */
  inspect(pem: CertificatePem, names: readonly string[], now: Date): IssuedCertificate;
  /** Throws what writing an issue there would, as far as that can be known before there is one. Leaves nothing behind. */
  tryWriting(place: CertificatePlace): Promise<void>;
  /** Writes the files of one issue where nobody looks yet, durably. */
  write(place: CertificatePlace, serial: string, pem: CertificatePem): Promise<void>;
  /** The files of one issue, published or not; null when they are not there, or damaged. */
  read(place: CertificatePlace, serial: string): Promise<CertificatePem | null>;
  /** Makes a written issue the one that the paths lead to, in one step, and keeps the one before it. Does nothing when it is already. */
  publish(place: CertificatePlace, serial: string): Promise<void>;
  /** The paths, which stay the same over renewals. */
  paths(place: CertificatePlace): CertificatePaths;
  /** Whether the path is that of one of the place's files, or of where they will be. */
  has(place: CertificatePlace, path: string): boolean;
  /** Removes all files of the place, if there are any: first what the paths lead to. */
  remove(place: CertificatePlace): Promise<void>;
  /** Puts a challenge below a document root, where another web server answers it. */
  writeChallenge(webroot: string, token: string, keyAuthorization: string): Promise<void>;
  removeChallenge(webroot: string, token: string): Promise<void>;
  /** A self-signed certificate for names that nobody has one for, made when it is asked for and not there. */
  defaultCertificate(): Promise<CertificatePaths>;
}

/** The directory sent something that no server should be given. */
export class UnusableCertificate extends Error {
  override readonly name = 'UnusableCertificate';
}
