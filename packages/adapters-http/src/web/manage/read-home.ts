import type { Session } from '@comptoir/core/identity/session.js';
import type { Assignment, Membership, TenantRole, User } from '@comptoir/core/identity/user.js';
import type { Identity } from '@comptoir/core/kit/procedure.js';
import { type Actor, NOBODYS_ID } from '@comptoir/core/kit/scope.js';
import type { Services } from '@comptoir/core/services.js';
import type { Site } from '@comptoir/core/sites/site.js';
import { deviceOf } from './device.js';
import type { HomeView, OrganisationView, PlaceView, SessionView } from './manage-view.js';

export type HomeServices = Pick<Services, 'clock' | 'unitOfWork'> & {
  readonly views: Pick<Services['views'], 'members' | 'sessions' | 'sites'>;
};

/** The user of the id; null when the account is gone. */
export function findUser({ unitOfWork }: Pick<Services, 'unitOfWork'>, userId: string): Promise<User | null> {
  return unitOfWork({ tenantId: NOBODYS_ID, actor: { kind: 'user', userId } }, (_services, { users }) => users.byId(userId));
}

/** What the first page shows the caller; null when their account is gone. */
export async function readHome(services: HomeServices, identity: Identity): Promise<Omit<HomeView, 'refusal'> | null> {
  const { userId, sessionId, tenant, site } = identity;
  const now = services.clock.now();
  const [user, memberships, sessions] = await Promise.all([
    findUser(services, userId),
    services.views.members.ofUser(userId),
    services.views.sessions.ofUser(userId, now),
  ]);
  if (user === null) return null;
  return {
    page: 'home',
    person: { name: user.name, email: user.email, emailVerified: user.emailVerifiedAt !== null, superAdmin: user.superAdmin },
    organisations: inOrder(await Promise.all(memberships.map((held) => organisationOf(services, held, { kind: 'user', userId })))),
    acting: tenant === null ? null : { tenantId: tenant.tenantId, siteId: site?.siteId ?? null },
    sessions: sessions.map((session) => sessionOf(session, sessionId)),
    now: now.toISOString(),
  };
}

function inOrder(organisations: readonly OrganisationView[]): readonly OrganisationView[] {
  const rank = ({ standing }: OrganisationView) => (standing === 'active' ? 0 : 1);
  return [...organisations].sort((left, right) => rank(left) - rank(right));
}

async function organisationOf({ views }: HomeServices, membership: Membership, actor: Actor): Promise<OrganisationView> {
  const { tenantId, tenantName: name, tenantActive, active, assignments } = membership;
  if (!tenantActive) return { tenantId, name, standing: 'suspended', places: [] };
  if (!active) return { tenantId, name, standing: 'deactivated', places: [] };
  return { tenantId, name, standing: 'active', places: placesOf(assignments, await views.sites.list({ tenantId, actor })) };
}

/** The organisation as a whole, for those who hold a role in it, then every establishment they hold one for. */
function placesOf(assignments: readonly Assignment[], sites: readonly Pick<Site, 'id' | 'name'>[]): readonly PlaceView[] {
  const rolesFor = (siteId: string | null): readonly TenantRole[] => [
    ...new Set(assignments.filter((held) => held.siteId === null || held.siteId === siteId).map(({ role }) => role)),
  ];
  const everywhere: PlaceView = { siteId: null, name: null, roles: rolesFor(null) };
  return [everywhere, ...sites.map(({ id, name }) => ({ siteId: id, name, roles: rolesFor(id) }))].filter(({ roles }) => roles.length > 0);
}

function sessionOf({ id, kind, userAgent, address, createdAt, lastSeenAt }: Session, currentId: string | null): SessionView {
  return {
    id,
    kind,
    isCurrent: id === currentId,
    device: deviceOf(userAgent),
    address,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
  };
}
