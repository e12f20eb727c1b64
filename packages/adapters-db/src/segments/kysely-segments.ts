import type { Scope } from '@comptoir/core/kit/scope.js';
import { parse } from '@comptoir/core/kit/validate.js';
import { type Rule, ruleHolder } from '@comptoir/core/segments/rule.js';
import type { Segment, SegmentMemberViews } from '@comptoir/core/segments/segment.js';
import { sql } from 'kysely';
import { agreed, isSuppressed } from '../campaigns/reachable.js';
import { clientOf } from '../clients/client-rows.js';
import type { Handle } from '../kit/database-handle.js';
import type { NamedRecords } from '../kit/kysely-named-records.js';
import { readPage } from '../kit/read-page.js';
import { clientsFor } from './rule-sql.js';

/** Rules hold instants, which JSON keeps as texts: they are read by their contract. */
export const SEGMENTS: NamedRecords<Segment> = { table: 'segments', readDetails: (details) => parse(ruleHolder, details) };

export function makeKyselySegmentMembers(db: Handle): SegmentMemberViews {
  const clients = (scope: Scope, rule: Rule) => db.selectFrom('clients').selectAll().where(clientsFor(scope, rule));
  return {
    async size(scope, rule) {
      const { rows } = await sql<{ readonly clients: number; readonly reachable: number }>`
        select count(*) as clients, count(*) filter (where clients.email is not null and ${agreed('clients')} and not ${isSuppressed(scope, sql`clients.email`)}) as reachable
        from clients where ${clientsFor(scope, rule)}`.execute(db);
      return rows[0] ?? { clients: 0, reachable: 0 };
    },
    async members(scope, rule, page) {
      const { items, ...rest } = await readPage(clients(scope, rule).orderBy('created_at', 'desc').orderBy('id', 'desc'), page);
      return { items: items.map(clientOf), ...rest };
    },
  };
}
