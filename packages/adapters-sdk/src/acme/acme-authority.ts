import type { Agent } from 'node:https';
import { FAILURE_TYPES } from '@comptoir/core/certificates/certificate.js';
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
import { fillOrder, type OrderStage } from './acme-order.js';
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

  type OnStage = (stage: OrderStage) => void;

  async function order(request: IssuanceRequest, onStage: OnStage): Promise<CertificatePem> {
    const url = urlOf(request.staging);
    const account = await accounts.of(url, request.email);
    try {
      return await orderWith(request, account.url === null ? await register(request) : account, onStage);
    } catch (error) {
      if (!(error instanceof AcmeProblem) || error.type !== `${ACME_ERROR}accountDoesNotExist`) throw error;
      // The directory was set up anew: the key is as good as before.
      await accounts.keepUrl(url, request.email, null);
      return orderWith(request, await register(request), onStage);
    }
  }

  async function orderWith(request: IssuanceRequest, account: AcmeAccount, onStage: OnStage): Promise<CertificatePem> {
    const connection = connect();
    const client = acmeClientOf(urlOf(request.staging), account, connection);
    const knowsReplacing = request.replaces !== null && (await renewalInfoOf(connection, request.staging)) !== null;
    return fillOrder({ client, connection, request, replaces: knowsReplacing ? request.replaces : null, stopping, onStage });
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
    async obtain(request) {
      let stage: OrderStage = 'asked';
      try {
        const pem = await order(request, (reached) => {
          stage = reached;
        });
        return { kind: 'issued', pem };
      } catch (error) {
        return outcomeOf(error, stage);
      }
    },
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

function outcomeOf(error: unknown, stage: OrderStage): IssuanceOutcome {
  if (error instanceof AcmeProblem) return outcomeOfProblem(error, stage);
  if (error instanceof AcmeInterrupted || (error instanceof Error && error.name === 'AbortError')) return { kind: 'interrupted' };
  throw error;
}

/** A directory that breaks before it has issued anything is to blame itself; one that breaks after that may have issued. */
function outcomeOfProblem({ type, message: detail, retryAfterSecs }: AcmeProblem, stage: OrderStage): IssuanceOutcome {
  const isUnreachable = type === FAILURE_TYPES.unreachable;
  const isDirectorys = stage === 'asked' ? isUnreachable || type === `${ACME_ERROR}serverInternal` : stage === 'ordered' && isUnreachable;
  if (isDirectorys) return { kind: 'unavailable', detail, retryAfterSecs };
  return { kind: 'refused', type: isUnreachable ? FAILURE_TYPES.lost : type, detail, retryAfterSecs };
}
