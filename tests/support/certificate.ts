import { execFile } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { requireProgram } from './requires.js';

export interface TestCertificate {
  readonly certPath: string;
  readonly keyPath: string;
  /** For clients that are to trust it. */
  readonly pem: string;
}

/** A certificate that signs itself, for the names, in a directory that is made for it. Skips the test without openssl. */
export async function aCertificate(
  context: Mocha.Context,
  directory: string,
  names: readonly string[],
  days = 30,
): Promise<TestCertificate> {
  const openssl = requireProgram(context, 'openssl');
  await mkdir(directory, { recursive: true });
  const [certPath, keyPath] = [join(directory, 'fullchain.pem'), join(directory, 'privkey.pem')];
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', keyPath];
  const subject = ['-subj', '/CN=test', '-addext', `subjectAltName=${names.map((name) => `DNS:${name}`).join(',')}`];
  await promisify(execFile)(openssl, ['req', '-x509', ...key, '-out', certPath, '-days', String(days), ...subject]);
  return { certPath, keyPath, pem: await readFile(certPath, 'utf8') };
}
