import { Client } from 'acme-client';
import type { AcmeAccount } from './acme-accounts.js';
import { type AcmeAnswer, type AcmeConnection, BAD_NONCES_MAX } from './acme-connection.js';

/** The part of acme-client that sends. Its types leave it out. */
interface Sender {
  maxBadNonceRetries: number;
  request(url: string, method: string, options?: { readonly data?: unknown }): Promise<AcmeAnswer>;
  getNonce(): Promise<string>;
}

/**
 * An ACME client that sends through `connection`. Its own sender is one for the whole process, asks for a nonce before every
 * request, forgets the type of a problem, and sleeps for as long as `Retry-After` says; no option changes that. Its version is
 * pinned for this.
 */
export function acmeClientOf(directoryUrl: string, { privateKey, url }: AcmeAccount, connection: AcmeConnection): Client {
  const client = new Client({ directoryUrl, accountKey: privateKey, ...(url !== null && { accountUrl: url }) });
  const { http } = client as unknown as { readonly http: Sender };
  http.maxBadNonceRetries = BAD_NONCES_MAX;
  const askForNonce = http.getNonce.bind(http);
  http.request = (address, method, options) => connection.send(address, method, options?.data);
  http.getNonce = async () => connection.takeNonce() ?? askForNonce();
  return client;
}
