import type { z } from 'zod';
import type { AuditEntry } from '../audit/audit-entry.js';
import { makeAuditEntry } from '../audit/make-audit-entry.js';
import type { Stores } from '../stores.js';
import { type Answer, fingerprintOf, fromStored, type IdempotencyClaim, replay, toStored } from './idempotency.js';
import { actorOf, authorize, type CallContext, type Procedure } from './procedure.js';
import { actorName, NOBODYS_ID, type Scope, type TenantScope } from './scope.js';
import { withoutSecrets } from './secret.js';
import { parse } from './validate.js';

/**
 * Calls a procedure as a host does: authorize, validate, run, and cut the answer to its contract, so that a field nobody
 * declared never leaves. A mutation's effects, its audit entry and its remembered answer commit together, or not at all.
 *
 * Throws `unauthorized`, `forbidden`, `invalid_request`, `idempotency_key_reused`, `idempotency_in_flight` or what the procedure
 * refuses with.
 */
export async function answerCall<Input extends z.ZodType, Output extends z.ZodType>(
  path: string,
  procedure: Procedure<Input, Output>,
  context: CallContext,
  rawInput: unknown,
): Promise<Answer<z.output<Output>>> {
  authorize(procedure.access, context);
  const input = parse(procedure.input, rawInput);
  if (procedure.type === 'query' || procedure.transaction === 'own') {
    return { result: procedure.output.parse(await procedure.run(context, input)), replayed: false };
  }
  return context.services.unitOfWork(scopeOf(context), (services, stores) =>
    change(path, procedure, { ...context, services }, input, stores),
  );
}

/** As `answerCall`, for callers that do not ask whether the answer is an earlier one. */
export async function callProcedure<Input extends z.ZodType, Output extends z.ZodType>(
  path: string,
  procedure: Procedure<Input, Output>,
  context: CallContext,
  input: unknown,
): Promise<z.output<Output>> {
  return (await answerCall(path, procedure, context, input)).result;
}

async function change<Input extends z.ZodType, Output extends z.ZodType>(
  path: string,
  procedure: Procedure<Input, Output>,
  context: CallContext,
  input: z.output<Input>,
  stores: Stores,
): Promise<Answer<z.output<Output>>> {
  const scope = siteOf(context);
  const now = context.services.clock.now();
  const claim = claimOf(path, context, input);
  const remembered = claim === null ? null : await stores.idempotency.claim(scope, claim, now);
  // What was stored is an answer of this very contract.
  if (claim !== null && remembered !== null) return replay(remembered, claim, (stored) => fromStored(stored) as z.output<Output>);

  // Inside the transaction: an answer that breaks its contract undoes what was done.
  const result = procedure.output.parse(await procedure.run(context, input));
  await stores.audit.append(auditEntryOf(path, context, procedure.input, input, result));
  if (claim !== null) {
    const kept = toStored(withoutSecrets(procedure.output, result, null));
    await stores.idempotency.remember(scope, claim, { kind: 'done', result: kept }, now);
  }
  return { result, replayed: false };
}

/** What a use-case with transactions of its own appends, and what `answerCall` appends for all others. */
export function auditEntryOf(action: string, context: CallContext, contract: z.ZodType, input: unknown, answer: unknown): AuditEntry {
  const { identity, services } = context;
  const change = {
    tenantId: identity?.tenant?.tenantId ?? null,
    siteId: identity?.site?.siteId ?? null,
    actor: actorName(actorOf(context)),
    sessionId: identity?.sessionId ?? null,
    action,
    subjectId: idIn(input) ?? idIn(answer),
    input,
    requestId: context.requestId,
    address: context.client.address,
  };
  return makeAuditEntry(services, change, contract);
}

function idIn(value: unknown): string | null {
  return typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string' ? value.id : null;
}

function claimOf(path: string, context: CallContext, input: unknown): IdempotencyClaim | null {
  const { idempotencyKey: key, identity, client } = context;
  if (key === null) return null;
  const owner = identity === null ? `client:${client.address}` : `user:${identity.userId}`;
  return { owner, route: `rpc ${path}`, key, fingerprint: fingerprintOf(context.services.crypto, toStored(input)) };
}

function scopeOf(context: CallContext): TenantScope {
  return context.identity?.tenant ?? { tenantId: NOBODYS_ID, actor: actorOf(context) };
}

function siteOf(context: CallContext): Scope {
  return context.identity?.site ?? { ...scopeOf(context), siteId: NOBODYS_ID };
}
