import type { Page, PageInput } from '../kit/page.js';
import type { TenantScope } from '../kit/scope.js';
import type { Member, MemberRecord, Membership, TenantRole } from './user.js';

/** The members of organisations. */
export interface MemberStore {
  /**
   * Throws `duplicate` when the user is a member already, `unknown_record` when there is no such user, or an assignment names no
   * establishment of the tenant.
   */
  add(scope: TenantScope, member: Member): Promise<void>;
  get(scope: TenantScope, userId: string): Promise<Member | null>;
  /**
   * Locks the member, stores what `decide` makes of it (`active` and `assignments`) and returns it.
   * Throws `unknown_record` (no such member, or an assignment names no establishment of the tenant).
   */
  change(scope: TenantScope, userId: string, decide: (member: Member) => Member): Promise<Member>;
  /** False when there was no such member. */
  remove(scope: TenantScope, userId: string): Promise<boolean>;
  /**
   * The sorted ids of active members who own the whole organisation, without those whose account is gone. Locks the organisation
   * until the transaction ends, so that two who take each other's ownership away wait for each other.
   */
  lockOwners(scope: TenantScope): Promise<readonly string[]>;
}

export interface MemberFilter extends PageInput {
  readonly role?: TenantRole | undefined;
  readonly siteId?: string | undefined;
  readonly active?: boolean | undefined;
}

export interface MemberViews {
  /** Members by name, then id; `search` looks in names and addresses. */
  list(scope: TenantScope, filter: MemberFilter): Promise<Page<MemberRecord>>;
  get(scope: TenantScope, userId: string): Promise<MemberRecord | null>;
  /** Where a person belongs, by name of the organisation: asked by themselves, so it takes no scope. */
  ofUser(userId: string): Promise<readonly Membership[]>;
}
