import type { CertificateKey, CertificateRecord } from './certificate.js';
import type { CertificatePem } from './certificate-authority.js';
import type { CertificatePlace } from './certificate-files.js';
import type { CertificatesDeps } from './certificates-deps.js';

/** Puts what was issued where it is wanted. Whoever wrote the files may have died before that, so it may be done any number of times. */
export interface Publishing {
  /** `wanted`: the further directory that the caller asks for; null: none. One of others that is gone keeps nobody from theirs. */
  publish(record: CertificateRecord, pem: CertificatePem, wanted: string | null): Promise<void>;
}

export function makePublishing({ files, logger }: Pick<CertificatesDeps, 'files' | 'logger'>): Publishing {
  async function publishAt(place: CertificatePlace, serial: string, pem: CertificatePem): Promise<void> {
    if ((await files.read(place, serial)) === null) await files.write(place, serial, pem);
    await files.publish(place, serial);
  }

  return {
    async publish(record, pem, wanted) {
      const { issued, domain, copies } = record;
      if (issued === null) return;
      await publishAt(placeOf(record, null), issued.serial, pem);
      for (const directory of copies) {
        await publishAt(placeOf(record, directory), issued.serial, pem).catch((error: unknown) => {
          if (directory === wanted) throw error;
          logger.warn({ err: error, domain, directory }, 'a certificate could not be published in a further directory');
        });
      }
    },
  };
}

export function placeOf({ domain, staging }: CertificateKey, directory: string | null): CertificatePlace {
  return { domain, staging, directory };
}
