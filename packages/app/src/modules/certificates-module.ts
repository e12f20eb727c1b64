import { setTimeout as wait } from 'node:timers/promises';
import { makeAcmeAgent } from '@comptoir/adapters-sdk/acme/acme-connection.js';
import { toAscii } from '@comptoir/adapters-sdk/acme/ascii-names.js';
import { registeredDomainsOf } from '@comptoir/adapters-sdk/acme/registered-domains.js';
import { makeCertificateFiles } from '@comptoir/adapters-sdk/files/certificate-files.js';
import type { CertificateAuthority } from '@comptoir/core/certificates/certificate-authority.js';
import type { CertificatePorts } from '@comptoir/core/certificates/certificates-deps.js';
import { ContainerModule } from 'inversify';
import { readAcmeCa } from '../acme-ca.js';
import type { Config } from '../config.js';
import { TOKENS } from '../tokens.js';

/** What certificates need of this machine: directories, files, and time. */
export function certificatesModule(): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(TOKENS.certificates).toResolvedValue(certificatePorts, [TOKENS.config, TOKENS.stopping]).inSingletonScope();
  });
}

function certificatePorts({ acme, vhosts }: Config, stopping: AbortSignal): CertificatePorts {
  const { certificateDirectory: directory, roots } = vhosts;
  const agent = makeAcmeAgent(readAcmeCa(acme.caFile));
  return {
    authority: loadedWhenAsked(async () => {
      const [{ makeAcmeAccounts }, { makeAcmeAuthority }] = await Promise.all([
        import('@comptoir/adapters-sdk/acme/acme-accounts.js'),
        import('@comptoir/adapters-sdk/acme/acme-authority.js'),
      ]);
      const directories = { live: acme.directoryUrl, staging: acme.stagingDirectoryUrl };
      return makeAcmeAuthority({ directories, agent, accounts: makeAcmeAccounts(directory), stopping });
    }),
    files: makeCertificateFiles({ directory, roots }),
    toAscii,
    budget: { perDomain: acme.certificatesPerDomain, registeredDomainsOf },
    pause: (milliseconds) => wait(milliseconds),
  };
}

/** Loading an ACME client takes a fifth of a second, which every start would pay and few servers need. */
function loadedWhenAsked(load: () => Promise<CertificateAuthority>): CertificateAuthority {
  let loading: Promise<CertificateAuthority> | undefined;
  const authority = () => {
    loading ??= load();
    return loading;
  };
  return {
    obtain: async (request) => (await authority()).obtain(request),
    renewalWindow: async (renewalId, staging) => (await authority()).renewalWindow(renewalId, staging),
  };
}
