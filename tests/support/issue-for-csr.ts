import { createSign, generateKeyPairSync } from 'node:crypto';
import forge from 'node-forge';

const { asn1, pki } = forge;
type Asn1 = forge.asn1.Asn1;

const DNS_NAME = 2;
/** Where a certificate and its request have the public key (RFC 5280 §4.1, RFC 2986 §4.1). */
const KEY_IN_CERTIFICATE = 6;
const KEY_IN_REQUEST = 2;

/** An authority of the tests. */
export interface TestIssuer {
  /** The chain for the request, whatever kind its key is. */
  issue(csr: Buffer, names: readonly string[], notBefore: Date, notAfter: Date): string;
}

let shared: TestIssuer | undefined;

/** One for the whole run, as with a real one. */
export function aTestIssuer(): TestIssuer {
  shared ??= make();
  return shared;
}

function make(): TestIssuer {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const key = pki.privateKeyFromPem(privateKey);
  const name = [{ name: 'commonName', value: 'Test issuer' }];
  let issued = 0;

  function template(notBefore: Date, notAfter: Date, extensions: readonly object[]) {
    issued += 1;
    const certificate = pki.createCertificate();
    certificate.serialNumber = `0a${issued.toString(16).padStart(6, '0')}`;
    certificate.publicKey = pki.setRsaPublicKey(key.n, key.e);
    Object.assign(certificate.validity, { notBefore, notAfter });
    certificate.setIssuer(name);
    certificate.setSubject(name);
    certificate.setExtensions([...extensions]);
    certificate.sign(key, forge.md.sha256.create());
    return certificate;
  }

  const root = template(new Date(0), new Date('2100-01-01'), [{ name: 'basicConstraints', cA: true }, { name: 'subjectKeyIdentifier' }]);
  const issuerKeyId = root.generateSubjectKeyIdentifier().getBytes();

  return {
    issue(csr, names, notBefore, notAfter) {
      const altNames = names.map((value) => ({ type: DNS_NAME, value }));
      const certificate = pki.certificateToAsn1(
        template(notBefore, notAfter, [
          { name: 'subjectAltName', altNames },
          { name: 'authorityKeyIdentifier', keyIdentifier: issuerKeyId },
        ]),
      );
      return `${pemOf(withKeyOf(certificate, csr, privateKey))}${pki.certificateToPem(root)}`;
    },
  };
}

/** forge reads RSA keys alone, so the request's key takes the place of another by the structure. */
function withKeyOf(certificate: Asn1, csr: Buffer, privateKey: string): Asn1 {
  const [tbs, algorithm] = membersOf(certificate);
  const [info] = membersOf(asn1.fromDer(csr.toString('binary')));
  const key = info && membersOf(info)[KEY_IN_REQUEST];
  if (tbs === undefined || algorithm === undefined || key === undefined) throw new Error('This is no request for a certificate.');
  const signed = sequence(membersOf(tbs).map((member, index) => (index === KEY_IN_CERTIFICATE ? key : member)));
  const signature = createSign('RSA-SHA256')
    .update(Buffer.from(asn1.toDer(signed).getBytes(), 'binary'))
    .sign(privateKey, 'binary');
  return sequence([signed, algorithm, asn1.create(asn1.Class.UNIVERSAL, asn1.Type.BITSTRING, false, `\0${signature}`)]);
}

function sequence(members: readonly Asn1[]): Asn1 {
  return asn1.create(asn1.Class.UNIVERSAL, asn1.Type.SEQUENCE, true, [...members]);
}

function membersOf({ value }: Asn1): readonly Asn1[] {
  return Array.isArray(value) ? value : [];
}

function pemOf(certificate: Asn1): string {
  const body = Buffer.from(asn1.toDer(certificate).getBytes(), 'binary').toString('base64');
  return `-----BEGIN CERTIFICATE-----\n${(body.match(/.{1,64}/g) ?? []).join('\n')}\n-----END CERTIFICATE-----\n`;
}
