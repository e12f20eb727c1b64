import type { Clock } from '../kit/clock.js';
import type { Crypto } from '../kit/crypto.js';
import type { Ids } from '../kit/ids.js';
import type { Logger } from '../kit/logger.js';
import { hostScope } from '../kit/scope.js';
import type { Transact } from '../kit/transact.js';
import type { CertificateAuthority } from './certificate-authority.js';
import type { CertificateFiles } from './certificate-files.js';
import type { CertificateStore, CertificateViews } from './certificate-store.js';
import type { ToAscii } from './domain-names.js';
import type { RegisteredDomainsOf } from './order-budgets.js';

/** What certificates need of the host beside a database. */
export interface CertificatePorts {
  readonly authority: CertificateAuthority;
  readonly files: CertificateFiles;
  readonly toAscii: ToAscii;
  readonly budget: DomainBudget;
  /** Waits; used between two looks at an order that somebody else makes. */
  readonly pause: (milliseconds: number) => Promise<void>;
}

/** What the live directory issues below one registered domain. */
export interface DomainBudget {
  /** New certificates in a week; null: as many as one likes. */
  readonly perDomain: number | null;
  readonly registeredDomainsOf: RegisteredDomainsOf;
}

export interface CertificatesDeps extends CertificatePorts {
  readonly transact: Transact<{ readonly certificates: CertificateStore }>;
  readonly views: CertificateViews;
  readonly clock: Clock;
  readonly crypto: Crypto;
  readonly ids: Ids;
  readonly logger: Logger;
}

export const CERTIFICATES_SCOPE = hostScope('certificates');

/** A fraction from 0 to 1 that a text always has: what is spread by it stays where it is with every look. */
export function chanceOf(crypto: Crypto, text: string): number {
  return Number.parseInt(crypto.sha256(text).slice(0, 8), 16) / 0xffffffff;
}
