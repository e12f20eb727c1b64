import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ConfigError } from './config.js';

/** What stands in ACME_CA_FILE, as PEM; null without one. Throws `ConfigError` for a file that cannot be read, or holds anything but certificates. */
export function readAcmeCa(path: string | null): string | null {
  if (path === null) return null;
  const pem = textOf(path);
  const certificates = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  if (certificates.length > 0 && certificates.every(isCertificate)) return pem;
  throw new ConfigError(`ACME_CA_FILE must hold certificates in PEM form, which ${path} does not`);
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'fault';
    throw new ConfigError(`ACME_CA_FILE cannot be read (${code}): ${path}`);
  }
}

function isCertificate(pem: string): boolean {
  try {
    new X509Certificate(pem);
    return true;
  } catch {
    return false;
  }
}
