import { DomainError } from '../kit/errors.js';
import { type CallContext, type Permission, siteScopeOf } from '../kit/procedure.js';
import type { Scope } from '../kit/scope.js';
import type { TillRegister } from './register.js';

/** What procedures of tills share. */

export function needs(permission: Permission) {
  return { kind: 'permission', permissions: [permission] } as const;
}

/** The register of the call's establishment. Throws `unknown_register`. */
export async function registerIn(context: CallContext, id: string): Promise<{ readonly scope: Scope; readonly register: TillRegister }> {
  const scope = siteScopeOf(context);
  const register = await context.services.views.till.register(scope, id);
  if (register === null) throw new DomainError('unknown_register');
  return { scope, register };
}
