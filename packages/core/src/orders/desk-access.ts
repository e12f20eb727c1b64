import { z } from 'zod';
import type { ErrorCode } from '../kit/errors.js';
import { authorize, type CallContext, siteScopeOf, tenantScopeOf } from '../kit/procedure.js';
import type { Scope } from '../kit/scope.js';
import { idSchema } from '../kit/validate.js';
import { type DeskWork, deskWorkOf } from './desk-work.js';

/**
 * What may be done with orders, as permissions `orders:…`. `create`: whatever makes up a draft, until it is confirmed; a verb of its own for
 * every step; `write`: what changes orders that somebody relies on; `discount`: prices other than those of the catalogue.
 */
type Verb =
  | ('read' | 'create' | 'write' | 'delete' | 'discount' | 'invoice')
  | ('accept' | 'reject' | 'ready' | 'collect' | 'cancel' | 'start' | 'ship' | 'deliver')
  | ('assign' | 'note');

export function mayOrders<Name extends Verb>(verb: Name) {
  return { kind: 'permission', permissions: [`orders:${verb}`] } as const;
}

/** One order, and the version that the caller has read: another one by now is `stale`. */
export const addressedOrder = z.object({ id: idSchema, version: z.int().min(1).optional() });

/** What changes of a draft are refused with, whichever it is. */
export const DRAFT_ERRORS = ['unknown_order', 'stale', 'invalid_transition', 'in_use'] as const satisfies readonly ErrorCode[];

/** Acts at the order desk, in the transaction of the call. */
export function atDesk<Result>(context: CallContext, scope: Scope, act: (work: DeskWork) => Promise<Result>): Promise<Result> {
  return context.services.unitOfWork(scope, (services, stores) => act(deskWorkOf(services, stores)));
}

/** Throws `forbidden` unless the caller may set prices, where they do. */
export function requireDiscounts(context: CallContext, setsPrices: boolean): void {
  if (setsPrices) authorize(mayOrders('discount'), context);
}

/** The establishment that is named, or the one the call acts for. Throws `forbidden` where the caller may not begin orders there. */
export async function siteToOrderFor(context: CallContext, siteId: string | undefined): Promise<Scope> {
  if (siteId === undefined || siteId === context.identity?.site?.siteId) return siteScopeOf(context);
  await context.services.permissions.require(context, 'orders:create', siteId);
  return { ...tenantScopeOf(context), siteId };
}
