import type { ChallengeDesk } from './certificate-authority.js';
import { CERTIFICATES_SCOPE, type CertificatesDeps } from './certificates-deps.js';

/** A directory that has not looked for a challenge within this time never will. */
const CHALLENGE_KEPT_MS = 3_600_000;

export interface OpenDesk extends ChallengeDesk {
  /** Leaves nothing in the document root. */
  close(): Promise<void>;
}

/** Challenges are in the database, where every process finds them, and in a document root where one is given. */
export function openChallengeDesk({ transact, files, clock }: CertificatesDeps, webroot: string | null): OpenDesk {
  const written: string[] = [];
  return {
    async put(token, keyAuthorization) {
      const expiresAt = new Date(clock.now().getTime() + CHALLENGE_KEPT_MS);
      await transact(CERTIFICATES_SCOPE, ({ certificates }) => certificates.putChallenge(token, keyAuthorization, expiresAt));
      if (webroot === null) return;
      written.push(token);
      await files.writeChallenge(webroot, token, keyAuthorization);
    },
    async close() {
      if (webroot !== null) await Promise.all(written.map((token) => files.removeChallenge(webroot, token)));
    },
  };
}
