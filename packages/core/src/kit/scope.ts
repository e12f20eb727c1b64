/** Who acts. Written into order events and audit entries; never taken from a request body. */
export type Actor =
  | { readonly kind: 'public' }
  | { readonly kind: 'user'; readonly userId: string }
  | { readonly kind: 'key'; readonly keyId: string }
  | { readonly kind: 'system'; readonly name: string };

/** Stands for "no organisation" where a key has to name one: the UUID that belongs to nobody (RFC 9562, nil). */
export const NOBODYS_ID = '00000000-0000-0000-0000-000000000000';

/** The tenant a call acts for. First argument of every use-case and store method; stores add the tenant predicate themselves. */
export interface TenantScope {
  readonly tenantId: string;
  readonly actor: Actor;
}

/** A call that acts for one establishment of the tenant. */
export interface Scope extends TenantScope {
  readonly siteId: string;
}

/** For work of the host itself, which belongs to no tenant: sweeping, messages of the SDK, schedules. `name` says whose. */
export function hostScope(name: string): TenantScope {
  return { tenantId: '', actor: { kind: 'system', name } };
}

/** `user:…`, `key:…`, `system:cli`, `public`: the actor as one string, for events and logs. */
export function actorName(actor: Actor): string {
  switch (actor.kind) {
    case 'public':
      return 'public';
    case 'user':
      return `user:${actor.userId}`;
    case 'key':
      return `key:${actor.keyId}`;
    case 'system':
      return `system:${actor.name}`;
  }
}
