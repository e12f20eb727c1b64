import { DomainError } from '../kit/errors.js';
import type { CertificatePorts } from './certificates-deps.js';

const refuse = (): never => {
  throw new DomainError('not_configured');
};

/** For a host that has neither directory nor disk: whoever wants a certificate is refused with `not_configured`. */
export const withoutCertificates: CertificatePorts = {
  authority: { obtain: async () => refuse(), renewalWindow: async () => null },
  files: {
    allowedDirectory: async () => refuse(),
    inspect: refuse,
    tryWriting: async () => refuse(),
    write: async () => refuse(),
    read: async () => null,
    publish: async () => refuse(),
    paths: refuse,
    has: refuse,
    remove: async () => refuse(),
    writeChallenge: async () => refuse(),
    removeChallenge: async () => refuse(),
    defaultCertificate: async () => refuse(),
  },
  toAscii: refuse,
  budget: { perDomain: null, registeredDomainsOf: async () => refuse() },
  pause: async () => refuse(),
};
