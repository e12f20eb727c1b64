import type { CursorInput, CursorPage, Page, PageInput } from '../kit/page.js';
import type { Scope } from '../kit/scope.js';
import type { VersionedStore, VersionedViews } from '../kit/versioned.js';
import type { GroupStatus, VisitorGroup } from './visitor-group.js';

/** Writes of groups. `create` and `change` throw `unknown_record` for a session that is not there. */
export type GroupStore = Pick<VersionedStore<VisitorGroup>, 'create' | 'change'>;

export interface GroupFilter {
  readonly status?: GroupStatus | undefined;
  readonly sessionId?: string | undefined;
}

export interface GroupViews extends Pick<VersionedViews<VisitorGroup>, 'get'> {
  /** The newest first; `search` looks in name, contact and mail address. */
  list(scope: Scope, query: PageInput & GroupFilter): Promise<Page<VisitorGroup>>;
  /** Those whose contact has this mail address (lower-case), the newest first. */
  ofEmail(scope: Scope, email: string): Promise<readonly VisitorGroup[]>;
  /** The newest first. Throws `invalid_request` for a cursor of something else. */
  listAfter(scope: Scope, query: CursorInput & GroupFilter): Promise<CursorPage<VisitorGroup>>;
}
