import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { makeSdk } from '@comptoir/adapters-http/sdk/sdk.js';
import { makeAcmeAccounts } from '@comptoir/adapters-sdk/acme/acme-accounts.js';
import { makeAcmeAuthority } from '@comptoir/adapters-sdk/acme/acme-authority.js';
import { makeAcmeAgent } from '@comptoir/adapters-sdk/acme/acme-connection.js';
import { toAscii } from '@comptoir/adapters-sdk/acme/ascii-names.js';
import { registeredDomainsOf } from '@comptoir/adapters-sdk/acme/registered-domains.js';
import { makeCertificateFiles } from '@comptoir/adapters-sdk/files/certificate-files.js';
import { nodeCrypto } from '@comptoir/app/adapters/node-crypto.js';
import type { CertificatePorts } from '@comptoir/core/certificates/certificates-deps.js';
import type { Clock } from '@comptoir/core/kit/clock.js';
import { makeServices, type Services } from '@comptoir/core/services.js';
import type { Persistence } from '@comptoir/core/stores.js';
import { hostOptions } from '../../adapters-http/kit/host.js';
import { serve } from '../../adapters-http/serve.js';
import { testDeps } from '../../support/service-deps.js';

/** A directory to ask, and how to trust it. */
export interface DirectoryAddress {
  readonly directoryUrl: string;
  readonly ca: string;
  readonly stagingUrl?: string;
}

/** The real adapters on a folder of their own. */
export function realPorts(directory: DirectoryAddress, folder: string, stopping = new AbortController().signal): CertificatePorts {
  return {
    authority: makeAcmeAuthority({
      directories: { live: directory.directoryUrl, staging: directory.stagingUrl ?? directory.directoryUrl },
      agent: makeAcmeAgent(directory.ca),
      accounts: makeAcmeAccounts(folder),
      stopping,
    }),
    files: makeCertificateFiles({ directory: folder, roots: [join(folder, 'roots')] }),
    toAscii,
    budget: { perDomain: null, registeredDomainsOf },
    pause: (milliseconds) => wait(milliseconds),
  };
}

export const systemClock: Clock = { now: () => new Date() };

export function servicesWith(persistence: Persistence, certificates: CertificatePorts, clock: Clock = systemClock): Services {
  return makeServices(testDeps({ persistence, clock, crypto: nodeCrypto, certificates }));
}

/** A folder for certificates, with a folder below it in which apps may name directories. */
export async function aFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'comptoir-certs-'));
  await mkdir(join(path, 'roots'));
  return { path, remove: () => rm(path, { recursive: true }) };
}

export function aDomain(): string {
  return `${randomUUID().slice(0, 13)}.example.test`;
}

export interface ChallengeHost {
  readonly port: number;
  /** Answers as a process with these services does; with null, as a web server does that only has files. */
  answerFrom(services: Services | null, webroot?: string): void;
}

/** Where a directory looks for challenges. It listens before there is anything to answer from. */
export async function challengeHost(): Promise<ChallengeHost> {
  let answer: RequestListener = (_request, response) => response.writeHead(503).end();
  const origin = await serve((request, response) => answer(request, response));
  return {
    port: Number(new URL(origin).port),
    answerFrom(services, webroot = '') {
      answer = services === null ? fromFiles(webroot) : makeSdk(services, hostOptions()).callback();
    },
  };
}

function fromFiles(webroot: string): RequestListener {
  return (request, response) => {
    readFile(join(webroot, request.url ?? '')).then(
      (bytes) => response.end(bytes),
      () => response.writeHead(404).end(),
    );
  };
}
