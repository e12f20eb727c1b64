import type { AuditEntry } from '@comptoir/core/audit/audit-entry.js';
import type { User } from '@comptoir/core/identity/user.js';
import { DomainError } from '@comptoir/core/kit/errors.js';
import { type Actor, actorName, NOBODYS_ID, type Scope, type TenantScope } from '@comptoir/core/kit/scope.js';
import type { Services } from '@comptoir/core/services.js';
import type { Site } from '@comptoir/core/sites/site.js';

/** What commands name on the command line, found; and how what they do is written into the audit log. */

export const CLI_ACTOR: Actor = { kind: 'system', name: 'cli' };

/** Whoever administers the machine acts for no organisation of their own. */
export const NO_TENANT: TenantScope = { tenantId: NOBODYS_ID, actor: CLI_ACTOR };

export async function siteBySlug({ views }: Pick<Services, 'views'>, slug: string): Promise<Site> {
  const site = await views.sites.bySlug(slug);
  if (site === null) throw new DomainError('unknown_shop', { message: `No establishment has the slug ${JSON.stringify(slug)}.` });
  return site;
}

export function scopeOf(site: Site): Scope {
  return { tenantId: site.tenantId, siteId: site.id, actor: CLI_ACTOR };
}

export async function userByEmail({ unitOfWork }: Pick<Services, 'unitOfWork'>, email: string): Promise<User> {
  const user = await unitOfWork(NO_TENANT, (_services, { users }) => users.byEmail(email));
  if (user === null) throw new DomainError('unknown_record', { message: `Nobody has the address ${email}.` });
  return user;
}

/** What a command changed, as it is kept. `input` holds no secret; of it stays what JSON can say. */
export function auditEntry(
  { ids, clock }: Pick<Services, 'ids' | 'clock'>,
  action: string,
  { tenantId, siteId, subjectId, input }: Pick<AuditEntry, 'tenantId' | 'siteId' | 'subjectId' | 'input'>,
): AuditEntry {
  const actor = actorName(CLI_ACTOR);
  const kept: unknown = JSON.parse(JSON.stringify(input));
  const when = { id: ids.uuid(), at: clock.now() };
  return { ...when, tenantId, siteId, actor, sessionId: null, action, subjectId, input: kept, requestId: actor, address: 'local' };
}
