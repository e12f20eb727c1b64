import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { makeAcmeAccounts } from '@comptoir/adapters-sdk/acme/acme-accounts.js';
import { makeAcmeAuthority } from '@comptoir/adapters-sdk/acme/acme-authority.js';
import { makeAcmeAgent } from '@comptoir/adapters-sdk/acme/acme-connection.js';
import { toAscii } from '@comptoir/adapters-sdk/acme/ascii-names.js';
import { makeCertificateFiles } from '@comptoir/adapters-sdk/files/certificate-files.js';
import type { CertificatePorts } from '@comptoir/core/certificates/certificates-deps.js';
import { ContainerModule } from 'inversify';
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
  return {
    authority: makeAcmeAuthority({
      directories: { live: acme.directoryUrl, staging: acme.stagingDirectoryUrl },
      agent: makeAcmeAgent(acme.caFile === null ? null : readFileSync(acme.caFile, 'utf8')),
      accounts: makeAcmeAccounts(directory),
      stopping,
    }),
    files: makeCertificateFiles({ directory, roots }),
    toAscii,
    pause: (milliseconds) => wait(milliseconds),
  };
}
