import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { IssuedCertificate } from '@comptoir/core/certificates/certificate.js';
import type { CertificatePem } from '@comptoir/core/certificates/certificate-authority.js';
import { UnusableCertificate } from '@comptoir/core/certificates/certificate-files.js';
import { renewalIdOf } from './renewal-id.js';

const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** What the PEM says of itself. Throws `UnusableCertificate` unless key, chain, dates and names fit each other. */
export function inspectCertificate(pem: CertificatePem, names: readonly string[], now: Date): IssuedCertificate {
  const [leaf, ...issuers] = chainOf(pem.fullchain);
  if (leaf === undefined) throw new UnusableCertificate('There is no certificate.');
  const notBefore = new Date(leaf.validFrom);
  const notAfter = new Date(leaf.validTo);
  if (!fitsKey(leaf, pem.privateKey)) throw new UnusableCertificate('The key is not that of the certificate.');
  if (!isChain([leaf, ...issuers])) throw new UnusableCertificate('The chain is broken.');
  if (notAfter <= now) throw new UnusableCertificate('The certificate has expired.');
  // Wildcards in the certificate are no proof that exactly this name was ordered.
  const missing = names.find((name) => leaf.checkHost(name, { wildcards: false, subject: 'never' }) === undefined);
  if (missing !== undefined) throw new UnusableCertificate(`The certificate is not for ${missing}.`);
  return { names, serial: leaf.serialNumber.toLowerCase(), notBefore, notAfter, renewalId: renewalIdOf(leaf) };
}

function chainOf(fullchain: string): readonly X509Certificate[] {
  try {
    return (fullchain.match(PEM) ?? []).map((pem) => new X509Certificate(pem));
  } catch (error) {
    throw new UnusableCertificate('A certificate cannot be read.', { cause: error });
  }
}

function fitsKey(leaf: X509Certificate, privateKey: string): boolean {
  try {
    return leaf.checkPrivateKey(createPrivateKey(privateKey));
  } catch {
    return false;
  }
}

/** Each is issued by the next; the last one's issuer is the client's affair. */
function isChain(chain: readonly X509Certificate[]): boolean {
  return chain.every((certificate, index) => {
    const issuer = chain[index + 1];
    return issuer === undefined || (certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey));
  });
}
