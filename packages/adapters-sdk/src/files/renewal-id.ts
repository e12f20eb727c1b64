import type { X509Certificate } from 'node:crypto';
import forge from 'node-forge';

const { asn1 } = forge;
type Asn1 = forge.asn1.Asn1;

const AUTHORITY_KEY_IDENTIFIER = '2.5.29.35';
const EXTENSIONS_TAG = 3;
const KEY_IDENTIFIER_TAG = 0;

/**
 * What a directory's renewal information calls the certificate (RFC 9773 §4.1): the issuer's key identifier and the serial, as DER
 * has them. Null for a certificate that does not name its issuer's key. Node reads neither, forge does not read elliptic keys, so
 * this goes by the structure alone.
 */
export function renewalIdOf({ raw, serialNumber }: X509Certificate): string | null {
  const keyIdentifier = keyIdentifierOf(asn1.fromDer(raw.toString('binary')));
  return keyIdentifier === null ? null : `${keyIdentifier.toString('base64url')}.${serialBytes(serialNumber).toString('base64url')}`;
}

function keyIdentifierOf(certificate: Asn1): Buffer | null {
  const [tbs] = membersOf(certificate);
  const extensions = tbs && membersOf(tbs).find((member) => isTagged(member, EXTENSIONS_TAG));
  const [list] = extensions ? membersOf(extensions) : [];
  const identifier = (list ? membersOf(list) : []).find((extension) => oidOf(extension) === AUTHORITY_KEY_IDENTIFIER);
  const octets = identifier && membersOf(identifier).at(-1)?.value;
  if (typeof octets !== 'string') return null;
  const named = membersOf(asn1.fromDer(octets)).find((member) => isTagged(member, KEY_IDENTIFIER_TAG));
  return typeof named?.value === 'string' ? Buffer.from(named.value, 'binary') : null;
}

function membersOf({ value }: Asn1): readonly Asn1[] {
  return Array.isArray(value) ? value : [];
}

function isTagged({ tagClass, type }: Asn1, tag: number): boolean {
  return tagClass === asn1.Class.CONTEXT_SPECIFIC && type === tag;
}

function oidOf(extension: Asn1): string | null {
  const oid = membersOf(extension)[0]?.value;
  return typeof oid === 'string' ? asn1.derToOid(oid) : null;
}

/** A whole number of DER is negative when its first bit is set, so a serial may begin with a byte of zero. */
function serialBytes(hex: string): Buffer {
  const bytes = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
  return (bytes[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.of(0), bytes]) : bytes;
}
