import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { promisify } from 'node:util';
import type { CertificatePem } from '@comptoir/core/certificates/certificate-authority.js';
import forge from 'node-forge';

export interface Issue {
  readonly serial: string;
  readonly pem: CertificatePem;
}

const DNS_NAME = 2;
const DAY_MS = 86_400_000;

export interface IssueOptions {
  readonly serial?: string;
  readonly names?: readonly string[];
  readonly notBefore?: Date;
  readonly days?: number;
  /** Named in the authority key identifier; without it there is none. */
  readonly issuerKeyId?: Buffer;
}

/** A self-signed certificate, as good as any for those who look at keys, names and dates. Keys are small: nobody is protected. */
export function anIssuedPem({
  serial = '0a01',
  names = ['shop.example'],
  notBefore = new Date(),
  days = 90,
  issuerKeyId,
}: IssueOptions = {}): Issue {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 1024,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const key = forge.pki.privateKeyFromPem(privateKey);
  const certificate = forge.pki.createCertificate();
  certificate.serialNumber = serial;
  certificate.publicKey = forge.pki.setRsaPublicKey(key.n, key.e);
  certificate.validity.notBefore = notBefore;
  certificate.validity.notAfter = new Date(notBefore.getTime() + days * DAY_MS);
  const subject = [{ name: 'commonName', value: names[0] ?? '' }];
  certificate.setSubject(subject);
  certificate.setIssuer(subject);
  certificate.setExtensions([
    { name: 'subjectAltName', altNames: names.map((value) => ({ type: DNS_NAME, value })) },
    ...(issuerKeyId === undefined ? [] : [{ name: 'authorityKeyIdentifier', keyIdentifier: issuerKeyId.toString('binary') }]),
  ]);
  certificate.sign(key, forge.md.sha256.create());
  return { serial, pem: { privateKey, fullchain: forge.pki.certificateToPem(certificate) } };
}

/** Runs a module text in a process of its own; gives the signal that ended it, if one did. */
export async function runModule(text: string): Promise<{ readonly stdout: string; readonly signal: string | null }> {
  const run = promisify(execFile)(process.execPath, ['--input-type=module', '--eval', text]);
  return run.then(
    ({ stdout }) => ({ stdout, signal: null }),
    (error: { signal?: string | null; stdout?: string; stderr?: string }) => {
      if (error.signal) return { stdout: error.stdout ?? '', signal: error.signal };
      throw new Error(`The process failed: ${error.stderr ?? ''}`);
    },
  );
}
