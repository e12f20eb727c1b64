import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { notAllowed, plainPath, realPathUnder } from './allowed-path.js';

const FILE_MAX_BYTES = 256 * 1024;

/**
 * Throws `invalid_request` unless the two are readable files under the directories, belong together, cover every name and are not
 * past their time. So nobody can use the certificate of somebody else's site for names of his own.
 */
export async function checkCertificate(
  directories: readonly string[],
  names: readonly string[],
  certPath: string,
  keyPath: string,
): Promise<void> {
  const certificate = certificateIn(await readUnder(directories, certPath, 'cert_path'));
  const key = keyIn(await readUnder(directories, keyPath, 'key_path'));
  if (!certificate.checkPrivateKey(key)) throw notAllowed('key_path', 'Does not belong to the certificate');
  const uncovered = names.find((name) => certificate.checkHost(name) === undefined);
  if (uncovered !== undefined) throw notAllowed('cert_path', `The certificate is not for ${uncovered}`);
  if (new Date(certificate.validTo) <= new Date()) throw notAllowed('cert_path', 'The certificate has expired');
}

/** The path stays as it was given: a link in it is how a renewed certificate gets its place. */
async function readUnder(directories: readonly string[], path: string, field: string): Promise<Buffer> {
  const real = await realPathUnder(directories, plainPath(path, field), field);
  const found = await stat(real);
  if (!found.isFile() || found.size > FILE_MAX_BYTES) throw notAllowed(field, 'Must be a PEM file');
  return readFile(real).catch(() => {
    throw notAllowed(field, 'Cannot be read by this server');
  });
}

function certificateIn(pem: Buffer): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch {
    throw notAllowed('cert_path', 'Must be a certificate in PEM form');
  }
}

function keyIn(pem: Buffer): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch {
    throw notAllowed('key_path', 'Must be a private key in PEM form, without a passphrase');
  }
}
