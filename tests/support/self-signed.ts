import { generateKeyPairSync } from 'node:crypto';
import forge from 'node-forge';

/** A certificate for servers on this machine that is its own authority, and its key. */
export interface SelfSigned {
  readonly certificate: string;
  readonly privateKey: string;
}

const DNS_NAME = 2;
const IP_ADDRESS = 7;

/** Making a key takes longer than most tests: all servers of a run share one. */
let shared: SelfSigned | undefined;

/** Valid for an hour, for `localhost` and 127.0.0.1. */
export function aSelfSigned(): SelfSigned {
  shared ??= make(new Date());
  return shared;
}

function make(now: Date): SelfSigned {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const key = forge.pki.privateKeyFromPem(privateKey);
  const certificate = forge.pki.createCertificate();
  certificate.serialNumber = '01';
  certificate.publicKey = forge.pki.setRsaPublicKey(key.n, key.e);
  certificate.validity.notBefore = new Date(now.getTime() - 60_000);
  certificate.validity.notAfter = new Date(now.getTime() + 3_600_000);
  const name = [{ name: 'commonName', value: 'localhost' }];
  certificate.setSubject(name);
  certificate.setIssuer(name);
  certificate.setExtensions([
    { name: 'basicConstraints', cA: true },
    {
      name: 'subjectAltName',
      altNames: [
        { type: DNS_NAME, value: 'localhost' },
        { type: IP_ADDRESS, ip: '127.0.0.1' },
      ],
    },
  ]);
  certificate.sign(key, forge.md.sha256.create());
  return { certificate: forge.pki.certificateToPem(certificate), privateKey };
}
