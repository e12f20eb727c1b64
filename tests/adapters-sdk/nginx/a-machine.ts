import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { NginxOptions } from '@comptoir/adapters-sdk/nginx/nginx-options.js';
import type { Logger } from '@comptoir/core/kit/logger.js';
import { makeMemoryPersistence } from '@comptoir/core/memory-persistence.js';
import type { Persistence } from '@comptoir/core/stores.js';
import type { CertificateSource } from '@comptoir/core/vhosts/certificate-source.js';
import { type VhostInput, vhostInputSchema } from '@comptoir/core/vhosts/vhost-contract.js';
import { makeVhostsService, type VhostsDeps, type VhostsService } from '@comptoir/core/vhosts/vhosts-service.js';
import { aCertificate, type TestCertificate } from '../../support/certificate.js';
import { aNginx, type TestNginx } from '../../support/nginx.js';
import { vhostsDepsOn } from './vhosts-deps.js';

/** A machine with nginx and the product's vhosts on it. */
export interface Machine {
  readonly nginx: TestNginx;
  readonly persistence: Persistence;
  readonly vhosts: VhostsService;
  readonly deps: VhostsDeps;
  /** Another process on the same machine and database. */
  another(changes?: Partial<VhostsDeps>): VhostsService;
  /** A certificate of the names, in the certificate directory. */
  certificate(...names: readonly string[]): Promise<TestCertificate>;
  /** A document root with an index page. */
  root(name: string, page: string): Promise<string>;
  /** The input of `/vhost/upsert` with a certificate of its own. */
  site(domain: string, changes?: Partial<VhostInput>): Promise<VhostInput>;
}

export interface MachineChanges {
  readonly nginx?: Partial<NginxOptions>;
  readonly persistence?: Persistence;
  readonly logger?: Logger;
}

/** nginx runs; close it with `machine.nginx.close()`. */
export async function aMachine(context: Mocha.Context, changes: MachineChanges = {}): Promise<Machine> {
  const nginx = await aNginx(context, changes.nginx);
  await nginx.start();
  const persistence = changes.persistence ?? makeMemoryPersistence();
  const certificate = (...names: readonly string[]) => aCertificate(context, nginx.path('certs', randomBytes(6).toString('hex')), names);
  const deps: VhostsDeps = {
    ...vhostsDepsOn(persistence, nginx.webServer),
    certificates: issuing(certificate),
    ...(changes.logger && { logger: changes.logger }),
  };
  return {
    nginx,
    persistence,
    deps,
    vhosts: makeVhostsService(deps),
    another: (other = {}) => makeVhostsService({ ...deps, ...other }),
    certificate,
    async root(name, page) {
      const root = nginx.path('sites', name);
      await mkdir(root, { recursive: true });
      await writeFile(join(root, 'index.html'), page);
      return root;
    },
    async site(domain, input = {}) {
      const { certPath, keyPath } = await certificate(domain, ...(input.aliases ?? []));
      return vhostInputSchema.parse({ domain, cert_path: certPath, key_path: keyPath, ...input });
    },
  };
}

/** A certificate authority that issues at once, and once per domain. */
function issuing(certificate: Machine['certificate']): CertificateSource {
  const issued = new Map<string, TestCertificate>();
  return {
    async provision({ domain, aliases }) {
      const present = issued.get(domain);
      const { certPath, keyPath } = present ?? (await certificate(domain, ...aliases));
      if (present === undefined) issued.set(domain, { certPath, keyPath, pem: '' });
      return { certPath, keyPath, reused: present !== undefined };
    },
    retire: async () => undefined,
    pathsOf: (domain) => issued.get(domain) ?? { certPath: `/none/${domain}`, keyPath: `/none/${domain}` },
  };
}
