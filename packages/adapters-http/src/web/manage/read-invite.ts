import { DomainError } from '@comptoir/core/kit/errors.js';
import type { Services } from '@comptoir/core/services.js';
import type { InviteView } from './manage-view.js';
import type { RefusalCode } from './refusal.js';

const REFUSED = ['invalid_invite', 'invite_used', 'invite_expired', 'tenant_suspended'] as const satisfies readonly RefusalCode[];

/** The invite of the link, or why it opens nothing. */
export async function readInvite(invites: Pick<Services['invites'], 'show'>, payload: string): Promise<InviteView | RefusalCode> {
  try {
    const { email, tenantName, siteName, roles, known } = await invites.show(payload);
    return { email, tenantName, siteName, roles, known };
  } catch (error) {
    const code = REFUSED.find((refused) => error instanceof DomainError && error.code === refused);
    if (code === undefined) throw error;
    return code;
  }
}
