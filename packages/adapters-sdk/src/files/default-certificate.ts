import { generateKeyPair, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import type { CertificatePem } from '@comptoir/core/certificates/certificate-authority.js';
import forge from 'node-forge';

const COMMON_NAME = 'invalid.comptoir';
const YEARS = 10;

/**
 * A self-signed certificate that no client accepts: for handshakes with names that nobody has a certificate for, which a web server
 * would have to break off otherwise. RSA, because forge signs nothing else; the key is Node's, forge takes a second to make one.
 */
export async function makeDefaultCertificate(now: Date): Promise<{ serial: string; pem: CertificatePem }> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const key = forge.pki.privateKeyFromPem(privateKey);
  const certificate = forge.pki.createCertificate();
  // The first bit stays clear: a serial is a positive number.
  const serial = `0${randomBytes(8).toString('hex').slice(1)}`;
  certificate.serialNumber = serial;
  certificate.publicKey = forge.pki.setRsaPublicKey(key.n, key.e);
  certificate.validity.notBefore = now;
  certificate.validity.notAfter = new Date(new Date(now).setUTCFullYear(now.getUTCFullYear() + YEARS));
  certificate.setSubject([{ name: 'commonName', value: COMMON_NAME }]);
  certificate.setIssuer([{ name: 'commonName', value: COMMON_NAME }]);
  certificate.sign(key, forge.md.sha256.create());
  return { serial, pem: { privateKey, fullchain: forge.pki.certificateToPem(certificate).replaceAll('\r\n', '\n') } };
}
