/** Signs what the journal records, as a port: keys may live in a file, in the secrets of the server, or in a device. */
export interface JournalSigner {
  /** Thumbprint of the key that signs now (RFC 7638, SHA-256, base64url). */
  readonly keyId: string;
  /** ECDSA over P-256 with SHA-256, 64 bytes (r and s) as base64url. */
  sign(text: string): string;
  /** Null: the key is not one of ours. Keys that signed before and sign no more still verify. */
  verify(keyId: string, text: string, signature: string): boolean | null;
  /** Every public key, for whoever verifies without this server: JSON Web Keys, by thumbprint. */
  publicKeys(): readonly { readonly keyId: string; readonly jwk: Readonly<Record<string, string>> }[];
}
