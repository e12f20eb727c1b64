import { constants } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import type { CertificateFiles, CertificatePaths, CertificatePlace } from '@comptoir/core/certificates/certificate-files.js';
import { allowedDirectory } from './allowed-directory.js';
import { makeDefaultCertificate } from './default-certificate.js';
import { type Disk, nodeDisk } from './disk.js';
import { inspectCertificate } from './inspect-certificate.js';
import { CURRENT, FULLCHAIN, PRIVATE_KEY, publishIssue, readIssue, removeIssues, tryWriting, writeIssue } from './published-files.js';

export interface CertificateFilesOptions {
  /** The product's own directory of certificates: `<directory>/<domain>/current/fullchain.pem`. */
  readonly directory: string;
  /** Under which apps may name document roots and further directories. */
  readonly roots: readonly string[];
  readonly disk?: Disk;
}

const NEW_OR_OWN = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_NOFOLLOW;

const CHALLENGES = join('.well-known', 'acme-challenge');

/** Names of domains never begin with a dot, so these folders are nobody's certificate. */
const STAGING = '.staging';
const DEFAULT = '.default';

export function makeCertificateFiles({ directory, roots, disk = nodeDisk }: CertificateFilesOptions): CertificateFiles {
  const rootsOf = (field: 'webroot' | 'pem_dir') => (field === 'webroot' ? roots : [...roots, directory]);
  const folderOf = (place: CertificatePlace) => join(place.directory ?? directory, ...(place.staging ? [STAGING] : []), place.domain);

  /** Whoever may write to an app's directory can put a link where a folder was: it is looked at again when it is used. */
  async function checkedFolder(place: CertificatePlace): Promise<string> {
    const folder = folderOf(place);
    if (place.directory === null) return folder;
    await disk.makeDirectory(folder, 0o750);
    return allowedDirectory(folder, 'pem_dir', rootsOf('pem_dir'));
  }

  async function challengeFolder(webroot: string): Promise<string> {
    await disk.makeDirectory(join(webroot, CHALLENGES), 0o755);
    return allowedDirectory(join(webroot, CHALLENGES), 'webroot', roots);
  }

  /** While it is looked for. */
  let fallback: Promise<CertificatePaths> | undefined;

  return {
    allowedDirectory: (path, field) => allowedDirectory(path, field, rootsOf(field)),
    inspect: inspectCertificate,
    tryWriting: async (place) => tryWriting(disk, await checkedFolder(place)),
    write: async (place, serial, pem) => writeIssue(disk, await checkedFolder(place), serial, pem),
    publish: async (place, serial) => publishIssue(disk, await checkedFolder(place), serial),
    paths: (place) => pathsIn(folderOf(place)),
    has: (place, path) => resolve(path).startsWith(folderOf(place) + sep),
    remove: async (place) => removeIssues(disk, await checkedFolder(place)),

    async read(place, serial) {
      const pem = await readIssue(disk, folderOf(place), serial);
      return pem !== null && isWhole(pem) ? pem : null;

      function isWhole(found: typeof pem & {}): boolean {
        try {
          return inspectCertificate(found, [], new Date(0)).serial === serial;
        } catch {
          return false;
        }
      }
    },

    async writeChallenge(webroot, token, keyAuthorization) {
      // Whoever owns the document root could have put a link there.
      await writeFile(join(await challengeFolder(webroot), token), keyAuthorization, { mode: 0o644, flag: NEW_OR_OWN });
    },

    async removeChallenge(webroot, token) {
      await rm(join(webroot, CHALLENGES, token), { force: true });
    },

    defaultCertificate() {
      fallback ??= publishDefault(disk, join(directory, DEFAULT)).finally(() => {
        fallback = undefined;
      });
      return fallback;
    },
  };
}

function pathsIn(folder: string): CertificatePaths {
  return { certPath: join(folder, CURRENT, FULLCHAIN), keyPath: join(folder, CURRENT, PRIVATE_KEY) };
}

async function publishDefault(disk: Disk, folder: string): Promise<CertificatePaths> {
  if ((await readIssue(disk, folder, CURRENT)) === null) {
    const { serial, pem } = await makeDefaultCertificate(new Date());
    await writeIssue(disk, folder, serial, pem);
    await publishIssue(disk, folder, serial);
  }
  return pathsIn(folder);
}
