import { NOBODYS_ID, type TenantScope } from '../kit/scope.js';

/** For transactions about a person: they belong to no organisation, and may not have signed in yet. */
export const NOBODYS_SCOPE: TenantScope = { tenantId: NOBODYS_ID, actor: { kind: 'public' } };
