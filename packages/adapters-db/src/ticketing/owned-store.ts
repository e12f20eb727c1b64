import type { Scope } from '@comptoir/core/kit/scope.js';
import type { VersionedRecord, VersionedStore } from '@comptoir/core/kit/versioned.js';

type Owner = Pick<Scope, 'tenantId' | 'siteId'>;

/** The record without whose it is, which its table says in the columns that every statement asks for. */
export type Unowned<Row> = Omit<Row, keyof Owner>;

/** Records that say whose they are, over a store of those that do not. */
export function ownedStore<Row extends VersionedRecord & Owner>(bare: VersionedStore<Unowned<Row> & VersionedRecord>): VersionedStore<Row> {
  return {
    async create(scope, row) {
      return withOwner<Row>(scope, await bare.create(scope, row));
    },
    async change(scope, id, decide) {
      const changed = await bare.change(scope, id, (unowned) => {
        const before = withOwner<Row>(scope, unowned);
        const after = decide(before);
        return after === before ? unowned : after;
      });
      return withOwner<Row>(scope, changed);
    },
    delete: (scope, id) => bare.delete(scope, id),
  };
}

/** The compiler does not see that what was left out is put back. */
export function withOwner<Row extends Owner>({ tenantId, siteId }: Scope, row: Unowned<Row>): Row {
  return { ...row, tenantId, siteId } as Row;
}
