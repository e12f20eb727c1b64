import type { Agent } from 'node:https';
import type {
  CertificateAuthority,
  CertificatePem,
  IssuanceOutcome,
  IssuanceRequest,
  RenewalWindow,
} from '@comptoir/core/certificates/certificate-authority.js';
import { z } from 'zod';
import type { AcmeAccount, AcmeAccounts } from './acme-accounts.js';
import { acmeClientOf } from './acme-client-of.js';
import { type AcmeConnection, makeAcmeConnection } from './acme-connection.js';
import { fillOrder } from './acme-order.js';
import { ACME_ERROR, AcmeInterrupted, AcmeProblem } from './acme-problem.js';

export interface AcmeAuthorityOptions {
  readonly directories: { readonly live: string; readonly staging: string };
  readonly agent: Agent;
  readonly accounts: AcmeAccounts;
  /** Aborted when the process stops: what is under way ends. */
  readonly stopping: AbortSignal;
}

const directorySchema = z.object({ renewalInfo: z.url().optional() });
const renewalInfoSchema = z.object({ suggestedWindow: z.object({ start: z.coerce.date(), end: z.coerce.date() }) });

/** ACME directories over HTTPS (RFC 8555, RFC 9773). */
export function makeAcmeAuthority({ directories, agent, accounts, stopping }: AcmeAuthorityOptions): CertificateAuthority {
  const urlOf = (staging: boolean) => (staging ? directories.staging : directories.live);
  const connect = () => makeAcmeConnection(agent, stopping);

  async function order(request: IssuanceRequest): Promise<CertificatePem> {
    const url = urlOf(request.staging);
    const account = await accounts.of(url, request.email);
    try {
      return await orderWith(request, account.url === null ? await register(request) : account);
    } catch (error) {
      if (!(error instanceof AcmeProblem) || error.type !== `${ACME_ERROR}accountDoesNotExist`) throw error;
      // The directory was set up anew: the key is as good as before.
      await accounts.keepUrl(url, request.email, null);
      return orderWith(request, await register(request));
    }
  }

  async function orderWith(request: IssuanceRequest, account: AcmeAccount): Promise<CertificatePem> {
    const connection = connect();
    const client = acmeClientOf(urlOf(request.staging), account, connection);
    const knowsReplacing = request.replaces !== null && (await renewalInfoOf(connection, request.staging)) !== null;
    return fillOrder({ client, connection, request, replaces: knowsReplacing ? request.replaces : null, stopping });
  }

  /** The same key is the same account, so registering it twice makes no second one. */
  async function register({ staging, email }: IssuanceRequest): Promise<AcmeAccount> {
    const url = urlOf(staging);
    const client = acmeClientOf(url, { ...(await accounts.of(url, email)), url: null }, connect());
    await client.createAccount({ termsOfServiceAgreed: true, ...(email !== null && { contact: [`mailto:${email}`] }) });
    return accounts.keepUrl(url, email, client.getAccountUrl());
  }

  async function renewalInfoOf(connection: AcmeConnection, staging: boolean): Promise<string | null> {
    const { data } = await connection.send(urlOf(staging), 'GET', undefined);
    return directorySchema.parse(data).renewalInfo ?? null;
  }

  return {
    obtain: (request) => order(request).then((pem) => ({ kind: 'issued' as const, pem }), outcomeOf),
    renewalWindow: (renewalId, staging) => windowOf(connect(), renewalId, (connection) => renewalInfoOf(connection, staging)),
  };
}

async function windowOf(
  connection: AcmeConnection,
  renewalId: string,
  addressOf: (connection: AcmeConnection) => Promise<string | null>,
): Promise<RenewalWindow | null> {
  try {
    const address = await addressOf(connection);
    if (address === null) return null;
    const { data } = await connection.send(`${address}/${renewalId}`, 'GET', undefined);
    const { start, end } = renewalInfoSchema.parse(data).suggestedWindow;
    return end > start ? { start, end } : null;
  } catch {
    // Without its window a certificate is renewed by its lifetime.
    return null;
  }
}

function outcomeOf(error: unknown): IssuanceOutcome {
  if (error instanceof AcmeProblem) {
    return { kind: 'refused', type: error.type, detail: error.message, retryAfterSecs: error.retryAfterSecs };
  }
  if (error instanceof AcmeInterrupted || (error instanceof Error && error.name === 'AbortError')) return { kind: 'interrupted' };
  throw error;
}
