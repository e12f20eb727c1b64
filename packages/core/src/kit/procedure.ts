import type { z } from 'zod';
import type { Services } from '../services.js';
import { DomainError, type ErrorCode } from './errors.js';
import { type Actor, actorName, type Scope, type TenantScope } from './scope.js';

/** `orders:accept`: the router and what is done there. */
export type Permission = `${string}:${string}`;

export type Role = 'owner' | 'admin' | 'manager' | 'staff' | 'viewer' | 'super-admin';

/** What a caller may do. Permissions are open-ended, so they can be asked about, not listed. */
export interface Permissions {
  has(permission: Permission): boolean;
}

/** Who calls, as a host has established it. Rules look only here, never at headers. */
export interface Identity {
  readonly userId: string;
  /** The session the caller signed in with; null for calls without one (jobs, the development bypass). */
  readonly sessionId: string | null;
  /** The roles the caller holds for the establishment or tenant the call acts for. */
  readonly roles: readonly Role[];
  readonly permissions: Permissions;
  /** The tenant the call acts for; null while none is resolved. */
  readonly tenant: TenantScope | null;
  /** The establishment the call acts for, within that tenant; null for the whole tenant. */
  readonly site: Scope | null;
}

/** Where a call came from, for throttles, sessions and the audit log. */
export interface Client {
  readonly address: string;
  readonly userAgent: string | null;
  /** The request, as logs name it; for audit entries of use-cases that write their own. */
  readonly requestId?: string;
}

/** How a procedure signs its caller in or out: the host turns it into a cookie, or into nothing where there are none. */
export interface SessionCarrier {
  start(token: string, expiresAt: Date): void;
  end(): void;
}

export interface CallContext {
  /** What the procedure works with. A mutation finds services here whose writes commit together, with its audit entry. */
  readonly services: Services;
  /** Null: nobody has signed in. */
  readonly identity: Identity | null;
  /** Why what the caller presented (a token, a tenant) was not accepted; thrown to whoever needs it, so public calls go on. */
  readonly refusal: DomainError | null;
  readonly requestId: string;
  /** True only for a call made by the process itself (jobs, the command line), never for one that came over a network. */
  readonly internal: boolean;
  readonly client: Client;
  readonly session: SessionCarrier;
  /** The `Idempotency-Key` of the call. */
  readonly idempotencyKey: string | null;
}

/** What a caller must present (interfaces B, "Procedure kinds"). */
export type Access =
  | { readonly kind: 'public' }
  | { readonly kind: 'protected' }
  | { readonly kind: 'permission'; readonly permissions: readonly Permission[] }
  | { readonly kind: 'tenant' }
  | { readonly kind: 'role'; readonly role: Role }
  | { readonly kind: 'internal' };

/** A value as the domain holds it: nothing in it is changed in place. */
export type Immutable<Value> = Value extends Date
  ? Value
  : Value extends readonly (infer Member)[]
    ? readonly Immutable<Member>[]
    : Value extends object
      ? { readonly [Key in keyof Value]: Immutable<Value[Key]> }
      : Value;

/** A named call that outsiders may make: `orders.accept`. `run` sees a validated input and an allowed caller. */
export interface Procedure<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  readonly type: 'query' | 'mutation';
  readonly access: Access;
  /** What it does, in one sentence for the API reference. */
  readonly summary: string;
  readonly input: Input;
  readonly output: Output;
  /** What it refuses with, beyond an invalid input and a caller that may not make the call. */
  readonly errors?: readonly ErrorCode[];
  /** Also callable as `GET|POST /api/v1/<router>/<procedure>` (decisions §6). */
  readonly rest?: true;
  /**
   * `call` (the default for mutations): the host opens one transaction for the whole call; effects, audit entry and the answer
   * for a repeated idempotency key commit together. `own`: the use-case opens its transactions itself, because something of it
   * must last when the call is refused (a counted try), or because it waits for something slow; it also writes its audit entry,
   * and takes no idempotency key.
   */
  readonly transaction?: 'call' | 'own';
  /** It may start or end the caller's session: hosts hold the head of the answer back until it is done. */
  readonly changesSession?: true;
  run(context: CallContext, input: z.output<Input>): Promise<z.input<Output> | Immutable<z.input<Output>>>;
}

// biome-ignore lint/suspicious/noExplicitAny: `run` is contravariant in its input, so no narrower type admits every procedure.
export type AnyProcedure = Procedure<any, any>;

/** The procedures of one router, by name. */
export type Router = Readonly<Record<string, AnyProcedure>>;

/** Declares a procedure; infers the types of `run` from the two contracts. */
export function defineProcedure<Input extends z.ZodType, Output extends z.ZodType>(
  procedure: Procedure<Input, Output>,
): Procedure<Input, Output> {
  return procedure;
}

/** Throws unless the caller presents what `access` asks for. A super-admin holds every permission and role, not a tenant. */
export function authorize(access: Access, context: CallContext): void {
  if (access.kind === 'public' || context.internal) return;
  if (access.kind === 'internal') throw new DomainError('not_found');
  const { identity, refusal } = context;
  if (identity === null) throw refusal ?? new DomainError('unauthorized');
  if (!allows(access, identity)) throw refusal ?? new DomainError('forbidden');
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

/** The caller; `unauthorized` when nobody has signed in. */
export function identityOf(context: CallContext): Identity {
  if (context.identity === null) throw new DomainError('unauthorized');
  return context.identity;
}

/** Where the call came from, for a use-case that writes its own audit entry. */
export function clientOf({ client, requestId }: CallContext): Client {
  return { ...client, requestId };
}

/** The tenant the call acts for; `forbidden` when none is resolved. */
export function tenantScopeOf(context: CallContext): TenantScope {
  const tenant = context.identity?.tenant ?? null;
  if (tenant === null) throw new DomainError('forbidden', { message: 'Choose an organisation for this call.' });
  return tenant;
}

/** The establishment the call acts for; `forbidden` when the caller has not chosen one. */
export function siteScopeOf(context: CallContext): Scope {
  const site = context.identity?.site ?? null;
  if (site === null) throw new DomainError('forbidden', { message: 'Choose an establishment for this call.' });
  return site;
}

/** The context of a call that the process makes itself (the command line, a job), for one establishment. */
export function internalCall(services: Services, scope: Scope): CallContext {
  return {
    services,
    identity: { userId: actorName(scope.actor), sessionId: null, roles: [], permissions: new Set(), tenant: scope, site: scope },
    refusal: null,
    requestId: actorName(scope.actor),
    internal: true,
    client: { address: 'local', userAgent: null },
    session: NO_SESSION,
    idempotencyKey: null,
  };
}

/** For hosts without cookies. */
export const NO_SESSION: SessionCarrier = { start: () => undefined, end: () => undefined };

/** Who acts, for events and the audit log. */
export function actorOf({ identity, internal }: Pick<CallContext, 'identity' | 'internal'>): Actor {
  if (identity !== null) return identity.tenant?.actor ?? { kind: 'user', userId: identity.userId };
  return internal ? { kind: 'system', name: 'internal' } : { kind: 'public' };
}
