import { setTimeout as wait } from 'node:timers/promises';
import { FAILURE_TYPES } from '@comptoir/core/certificates/certificate.js';
import type { CertificatePem, ChallengeDesk, IssuanceRequest } from '@comptoir/core/certificates/certificate-authority.js';
import { type Authorization, type Client, crypto, type Order } from 'acme-client';
import type { AcmeConnection } from './acme-connection.js';
import { ACME_ERROR, AcmeProblem, problemOf } from './acme-problem.js';

/** An order in the making. */
export interface OrderContext {
  readonly client: Client;
  readonly connection: AcmeConnection;
  readonly request: IssuanceRequest;
  /** Null: not said, because the directory knows no replacing. */
  readonly replaces: string | null;
  readonly stopping: AbortSignal;
  /** Told how far the order has come. */
  readonly onStage: (stage: OrderStage) => void;
}

/** `asked`: the directory may not have it; `ordered`: it does, and has issued nothing; `finalizing`: it may have. */
export type OrderStage = 'asked' | 'ordered' | 'finalizing';

const FIRST_PAUSE_MS = 10;
const LAST_PAUSE_MS = 2_000;
/** Small enough not to sleep long past an answer that was there. */
const PAUSE_GROWTH = 1.5;
/** Signs of life are given at least this often. */
const SLICE_MS = 5_000;
/** An order that takes longer is given up, and tried again later. */
const PATIENCE_MS = 60_000;

/** Makes the order, proves its names, and returns the certificate with its key. Throws `AcmeProblem`. */
export async function fillOrder(context: OrderContext): Promise<CertificatePem> {
  const { client, request } = context;
  await request.alive();
  const ordered = await placeOrder(context);
  context.onStage('ordered');
  await prove(context, ordered);
  const [ready, { key, csr }] = await Promise.all([waitWhile(context, ordered, 'pending'), makeRequest(request.names)]);
  await request.alive();
  context.onStage('finalizing');
  const finalized = ready.status === 'ready' ? await client.finalizeOrder(ready, csr) : ready;
  const valid = await waitWhile(context, finalized, 'processing');
  await request.alive();
  return { privateKey: key.toString(), fullchain: await client.getCertificate(valid) };
}

/** Without a common name, which is limited to 64 characters and read by nobody. */
async function makeRequest(names: readonly string[]) {
  const [key, csr] = await crypto.createCsr({ altNames: [...names] }, await crypto.createPrivateEcdsaKey('P-256'));
  return { key, csr };
}

/** A directory that has seen the certificate replaced already refuses (RFC 9773 §5): then this is an order like any other. */
async function placeOrder({ client, request, replaces }: OrderContext): Promise<Order> {
  const order = { identifiers: request.names.map((value) => ({ type: 'dns', value })) };
  if (replaces === null) return client.createOrder(order);
  try {
    const replacing = { ...order, replaces };
    return await client.createOrder(replacing);
  } catch (error) {
    if (error instanceof AcmeProblem && error.type === `${ACME_ERROR}alreadyReplaced`) return client.createOrder(order);
    throw error;
  }
}

/** Every answer is in its place before the directory is told of the first. */
async function prove({ client, request }: OrderContext, order: Order): Promise<void> {
  const pending = (await client.getAuthorizations(order)).filter(({ status }) => status === 'pending');
  const challenges = pending.map(httpChallengeOf);
  for (const challenge of challenges) await answerAt(request.challenges, client, challenge);
  await request.alive();
  await Promise.all(challenges.map((challenge) => client.completeChallenge(challenge)));
}

async function answerAt(desk: ChallengeDesk, client: Client, challenge: ReturnType<typeof httpChallengeOf>): Promise<void> {
  await desk.put(challenge.token, await client.getChallengeKeyAuthorization(challenge));
}

function httpChallengeOf({ identifier, challenges }: Authorization) {
  const challenge = challenges.find(({ type }) => type === 'http-01');
  if (challenge !== undefined && /^[A-Za-z0-9_-]{1,128}$/.test(challenge.token)) return challenge;
  throw new AcmeProblem(`${ACME_ERROR}unsupportedIdentifier`, `The directory does not let ${identifier.value} be proved over HTTP.`);
}

/** Asks for the order until it is no longer so, at the pace that the directory asks for. */
async function waitWhile(context: OrderContext, order: Order, status: Order['status']): Promise<Order> {
  const { client, connection } = context;
  const until = performance.now() + PATIENCE_MS;
  let current = order;
  for (let pauseMs = FIRST_PAUSE_MS; current.status === status; pauseMs = Math.min(pauseMs * PAUSE_GROWTH, LAST_PAUSE_MS)) {
    const askedSecs = connection.lastRetryAfterSecs();
    await pauseAtMost(context, Math.max(pauseMs, (askedSecs ?? 0) * 1000), until, askedSecs);
    current = await client.getOrder(current);
  }
  if (current.status === 'invalid') throw await reasonOf(context, current);
  return current;
}

async function pauseAtMost({ request, stopping }: OrderContext, pauseMs: number, until: number, askedSecs: number | null): Promise<void> {
  if (performance.now() + pauseMs > until) {
    throw new AcmeProblem(FAILURE_TYPES.timedOut, 'The directory takes longer than this order waits.', askedSecs);
  }
  for (let restMs = pauseMs; restMs > 0; restMs -= SLICE_MS) {
    await request.alive();
    await wait(Math.min(restMs, SLICE_MS), undefined, { signal: stopping });
  }
}

/** Why a name could not be proved is written at its challenge; other reasons at the order (RFC 8555 §7.1.3, §8). */
async function reasonOf({ client }: OrderContext, order: Order): Promise<AcmeProblem> {
  const authorizations = await client.getAuthorizations(order);
  const errors = authorizations.flatMap(({ challenges }) => challenges.flatMap(({ error }) => error ?? []));
  return problemOf(errors[0] ?? order.error, null, null);
}
