/** Randomness, digests and signatures, as a port. */
export interface Crypto {
  /** `length` bytes from a cryptographic source. */
  randomBytes(length: number): Uint8Array;
  /** SHA-256 of the UTF-8 text, as 64 lower-case hexadecimal digits. */
  sha256(text: string): string;
  /** HMAC-SHA256 (RFC 2104) of the UTF-8 text, in base 64, padded. */
  hmacSha256(key: Uint8Array, text: string): string;
  /** SHA-256 of a text that comes in pieces. */
  digest(): RunningDigest;
}

export interface RunningDigest {
  update(text: string): void;
  /** 64 lower-case hexadecimal digits; once. */
  hex(): string;
}
