import type { Logger } from '@comptoir/core/kit/logger.js';
import { databaseStatus } from '../commands/database-commands.js';
import { table } from '../commands/table.js';
import type { Config } from '../config.js';
import { runCommand } from '../control/run-command.js';
import { findNginx } from '../find-nginx.js';
import {
  checkCertificateDirectory,
  checkDatabase,
  checkDataDirectory,
  checkNode,
  checkPhotos,
  checkPorts,
  checkSecret,
  checkVhostDirectory,
} from './checks.js';
import { checkNginx } from './nginx-check.js';
import type { Finding } from './outcome.js';
import { checkCertificateAuthority, checkIdentityProvider, checkMail } from './remote-checks.js';

export interface Diagnosis {
  /** Nothing failed. */
  readonly ok: boolean;
  readonly findings: readonly Finding[];
}

/** Looks at everything a server needs on this machine, and changes nothing. Works beside a running server. */
export async function diagnose(config: Config, logger: Logger): Promise<Diagnosis> {
  const findings: Finding[] = [
    { check: 'node', ...checkNode(process.versions.node) },
    { check: 'data directory', ...(await checkDataDirectory(config)) },
    { check: 'photos', ...(await checkPhotos(config)) },
    { check: 'secret', ...(await checkSecret(config)) },
    ...(await checkDatabase(config, () => runCommand(config, databaseStatus, {}, logger))),
    ...(await checkPorts(config)),
    { check: 'mail', ...(await checkMail(config)) },
    { check: 'identity provider', ...(await checkIdentityProvider(config)) },
    { check: 'certificates', ...(await checkCertificateDirectory(config)) },
    { check: 'certificate authority', ...(await checkCertificateAuthority(config)) },
    { check: 'virtual hosts', ...(await checkVhostDirectory(config)) },
    { check: 'nginx', ...(await checkNginx(config, findNginx(process.env['PATH'] ?? ''))) },
  ];
  return { ok: findings.every(({ outcome }) => outcome !== 'failed'), findings };
}

export function printDiagnosis({ ok, findings }: Diagnosis): string {
  const rows = findings.map(({ check, outcome, message }) => [outcome, check, message]);
  return `${table(['', 'CHECK', 'FOUND'], rows)}\n${ok ? 'Ready to serve.' : 'Not ready: mend what failed.'}`;
}
