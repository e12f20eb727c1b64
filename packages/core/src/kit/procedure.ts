import type { z } from 'zod';
import { DomainError } from './errors.js';
import type { Scope, TenantScope } from './scope.js';
import { parse } from './validate.js';

/** `orders:accept`: the router and what is done there. */
export type Permission = `${string}:${string}`;

export type Role = 'owner' | 'admin' | 'manager' | 'staff' | 'viewer' | 'super-admin';

/** Who calls, as a host has established it. Rules look only here, never at headers. */
export interface Identity {
  readonly userId: string;
  readonly roles: readonly Role[];
  readonly permissions: ReadonlySet<Permission>;
  /** The tenant the call acts for; null while none is resolved. */
  readonly tenant: TenantScope | null;
  /** The establishment the call acts for, within that tenant; null for the whole tenant. */
  readonly site: Scope | null;
}

export interface CallContext {
  /** Null: nobody has signed in. */
  readonly identity: Identity | null;
  readonly requestId: string;
  /** True only for a call made by the process itself (jobs, the command line), never for one that came over a network. */
  readonly internal: boolean;
}

/** What a caller must present (interfaces B, "Procedure kinds"). */
export type Access =
  | { readonly kind: 'public' }
  | { readonly kind: 'protected' }
  | { readonly kind: 'permission'; readonly permissions: readonly Permission[] }
  | { readonly kind: 'tenant' }
  | { readonly kind: 'role'; readonly role: Role }
  | { readonly kind: 'internal' };

/** A named call that outsiders may make: `orders.accept`. `run` sees a validated input and an allowed caller. */
export interface Procedure<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  readonly type: 'query' | 'mutation';
  readonly access: Access;
  readonly input: Input;
  readonly output: Output;
  run(context: CallContext, input: z.output<Input>): Promise<z.input<Output>>;
}

/** The procedures of one router, by name. */
// biome-ignore lint/suspicious/noExplicitAny: `run` is contravariant in its input, so no narrower type admits every procedure.
export type Router = Readonly<Record<string, Procedure<any, any>>>;

/** Declares a procedure; infers the types of `run` from the two contracts. */
export function defineProcedure<Input extends z.ZodType, Output extends z.ZodType>(
  procedure: Procedure<Input, Output>,
): Procedure<Input, Output> {
  return procedure;
}

/**
 * Calls a procedure as a host does: authorize, validate, run, and cut the answer to its contract, so that a field nobody
 * declared never leaves. Throws `unauthorized`, `forbidden`, `invalid_request` or what the procedure refuses with.
 */
export async function callProcedure<Input extends z.ZodType, Output extends z.ZodType>(
  procedure: Procedure<Input, Output>,
  context: CallContext,
  input: unknown,
): Promise<z.output<Output>> {
  authorize(procedure.access, context);
  const answer = await procedure.run(context, parse(procedure.input, input));
  return procedure.output.parse(answer);
}

/** Throws unless the caller presents what `access` asks for. A super-admin holds every permission and role, not a tenant. */
export function authorize(access: Access, context: CallContext): void {
  if (access.kind === 'public' || context.internal) return;
  if (access.kind === 'internal') throw new DomainError('not_found');
  const { identity } = context;
  if (identity === null) throw new DomainError('unauthorized');
  if (!allows(access, identity)) throw new DomainError('forbidden');
}

function allows(access: Exclude<Access, { kind: 'public' } | { kind: 'internal' }>, identity: Identity): boolean {
  const superAdmin = identity.roles.includes('super-admin');
  switch (access.kind) {
    case 'protected':
      return true;
    case 'tenant':
      return identity.tenant !== null;
    case 'permission':
      return identity.tenant !== null && (superAdmin || access.permissions.every((permission) => identity.permissions.has(permission)));
    case 'role':
      return superAdmin || identity.roles.includes(access.role);
  }
}

/** The establishment the call acts for; `forbidden` when the caller has not chosen one. */
export function siteScopeOf(context: CallContext): Scope {
  const site = context.identity?.site ?? null;
  if (site === null) throw new DomainError('forbidden', { message: 'Choose an establishment for this call.' });
  return site;
}
