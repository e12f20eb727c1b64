import { compareText } from '../kit/compare-text.js';
import { DomainError } from '../kit/errors.js';
import { idCursorPage, readIdCursor } from '../kit/id-cursor.js';
import { type CrudTable, rowsOfSite } from '../kit/memory-crud-store.js';
import { pageRows } from '../kit/memory-page.js';
import { makeMemoryVersionedStore } from '../kit/memory-versioned-store.js';
import type { Scope } from '../kit/scope.js';
import type { GroupFilter, GroupStore, GroupViews } from './group-store.js';
import type { VisitorGroup } from './visitor-group.js';

/** Groups without a database. `hasSession` is what a foreign key says. */
export function makeMemoryGroups(
  groups: CrudTable<VisitorGroup>,
  hasSession: (scope: Scope, sessionId: string) => boolean,
): { store: GroupStore; views: GroupViews } {
  const sort = (left: VisitorGroup, right: VisitorGroup) => compareText(right.id, left.id);
  const searched = ({ name, contact }: VisitorGroup) => `${name}\n${contact.name}\n${contact.email ?? ''}`;
  const { store, views } = makeMemoryVersionedStore(groups, { sort, searched, inUse: () => false, clash: () => false });

  const referringWell = (scope: Scope, group: VisitorGroup): VisitorGroup => {
    if (group.sessionId !== null && !hasSession(scope, group.sessionId)) throw new DomainError('unknown_record');
    return group;
  };
  const asked = (scope: Scope, { status, sessionId }: GroupFilter) =>
    rowsOfSite(groups.committed, scope)
      .filter((group) => (status === undefined || group.status === status) && (sessionId === undefined || group.sessionId === sessionId))
      .sort(sort);

  return {
    store: {
      create: async (scope, group) => store.create(scope, referringWell(scope, group)),
      change: (scope, id, decide) => store.change(scope, id, (group) => referringWell(scope, decide(group))),
    },
    views: {
      get: views.get,
      async list(scope, { search = '', ...query }) {
        const found = asked(scope, query).filter((group) => searched(group).toLowerCase().includes(search.toLowerCase()));
        return pageRows(found, query);
      },
      ofEmail: async (scope, email) => asked(scope, {}).filter(({ contact }) => contact.email === email),
      async listAfter(scope, { cursor, limit, ...filter }) {
        const last = readIdCursor(cursor);
        return idCursorPage(
          asked(scope, filter).filter(({ id }) => last === null || compareText(id, last) < 0),
          limit,
        );
      },
    },
  };
}
