import { DomainError } from '../kit/errors.js';
import type { Identity } from '../kit/procedure.js';
import type { TenantScope } from '../kit/scope.js';
import type { Signals } from '../kit/signals.js';
import type { TransactAll, Views } from '../stores.js';
import type { MemberStore, MemberViews } from './member-store.js';
import { covers } from './roles.js';
import type { Assignment, Member, MemberRecord } from './user.js';

/**
 * The members of an organisation. Nobody gives or takes a role above their own, or where they have none; nobody changes a member
 * who stands above them anywhere; and an active owner of the whole organisation always remains.
 */
export interface MembersService {
  /**
   * Throws unless the caller may give all of it: `unknown_shop` (no establishment of the organisation), `forbidden` (an equal or
   * stronger role is not theirs, there or everywhere).
   */
  requireMayGive(by: Identity, assignments: readonly Assignment[]): Promise<void>;
  /** The name of a person who belongs to this organisation alone. Throws `unknown_record`, `forbidden`. */
  rename(by: Identity, userId: string, name: string): Promise<MemberRecord>;
  /** Replaces what the member holds. Throws `unknown_record`, `unknown_shop`, `forbidden`, `last_owner`. */
  setRoles(by: Identity, userId: string, assignments: readonly Assignment[]): Promise<MemberRecord>;
  /** Lets the member in, or keeps them out, at once. Throws `unknown_record`, `forbidden`, `last_owner`. */
  setActive(by: Identity, userId: string, active: boolean): Promise<MemberRecord>;
  /** Ends the membership, never the person; answers what it was. Throws `unknown_record`, `forbidden`, `last_owner`. */
  remove(by: Identity, userId: string): Promise<MemberRecord>;
}

export interface MembersDeps {
  readonly transact: TransactAll;
  readonly views: Pick<Views, 'members' | 'sites'>;
  readonly signals: Signals;
}

export function makeMembersService({ transact, views, signals }: MembersDeps): MembersService {
  /** Runs a change of a member the caller may change, and tells of it once it is committed. */
  async function change(
    by: Identity,
    userId: string,
    work: (members: MemberStore, scope: TenantScope) => Promise<void>,
  ): Promise<MemberRecord> {
    const scope = tenantOf(by);
    const record = await transact(scope, async (stores, inside) => {
      // Locks the organisation first, so that of two who take each other's ownership away the second sees what the first did.
      const owners = await stores.members.lockOwners(scope);
      const before = await changeable(inside.members, by, userId);
      await work(stores.members, scope);
      if (owners.length > 0 && (await stores.members.lockOwners(scope)).length === 0) throw new DomainError('last_owner');
      return (await inside.members.get(scope, userId)) ?? before;
    });
    signals.send({ kind: 'identity-changed', userId });
    return record;
  }

  const changed = (by: Identity, userId: string, decide: (member: Member) => Member) =>
    change(by, userId, async (members, scope) => {
      await members.change(scope, userId, decide);
    });

  return {
    async requireMayGive(by, assignments) {
      await requireSites(views, tenantOf(by), assignments);
      await requireMayGive(views.members, by, assignments);
    },

    async rename(by, userId, name) {
      const scope = tenantOf(by);
      const record = await transact(scope, async ({ users }, inside) => {
        const before = await changeable(inside.members, by, userId);
        if ((await inside.members.ofUser(userId)).length > 1) {
          throw new DomainError('forbidden', {
            message: 'This person belongs to other organisations too: their name is theirs to change.',
          });
        }
        await users.change(userId, (user) => ({ ...user, name }));
        return { ...before, name };
      });
      signals.send({ kind: 'identity-changed', userId });
      return record;
    },

    async setRoles(by, userId, assignments) {
      await requireSites(views, tenantOf(by), assignments);
      await requireMayGive(views.members, by, assignments);
      return changed(by, userId, (member) => ({ ...member, assignments }));
    },

    setActive: (by, userId, active) => changed(by, userId, (member) => ({ ...member, active })),

    remove: (by, userId) =>
      change(by, userId, async (members, scope) => {
        await members.remove(scope, userId);
      }),
  };
}

function tenantOf({ tenant }: Identity): TenantScope {
  if (tenant === null) throw new DomainError('forbidden', { message: 'Choose an organisation for this call.' });
  return tenant;
}

/** The member, whom the caller may change. */
async function changeable(members: MemberViews, by: Identity, userId: string): Promise<MemberRecord> {
  const member = await members.get(tenantOf(by), userId);
  if (member === null) throw new DomainError('unknown_record');
  await requireMayGive(members, by, member.assignments);
  return member;
}

async function requireMayGive(members: MemberViews, by: Identity, assignments: readonly Assignment[]): Promise<void> {
  if (by.roles.includes('super-admin')) return;
  const giver = await members.get(tenantOf(by), by.userId);
  const reach = giver?.active ? giver.assignments : [];
  if (assignments.every((asked) => covers(reach, asked))) return;
  throw new DomainError('forbidden', { message: 'Only roles up to your own, where you hold it, are yours to give or take.' });
}

async function requireSites(views: Pick<Views, 'sites'>, scope: TenantScope, assignments: readonly Assignment[]): Promise<void> {
  const known = new Set((await views.sites.list(scope)).map(({ id }) => id));
  if (!assignments.every(({ siteId }) => siteId === null || known.has(siteId))) throw new DomainError('unknown_shop');
}
