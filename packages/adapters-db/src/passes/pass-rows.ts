import type { Pass } from '@comptoir/core/passes/pass.js';
import { sql } from 'kysely';
import type { VersionedTable } from '../kit/versioned-store.js';

export const PASSES: VersionedTable<Pass> = {
  name: 'passes',
  columns: {
    id: 'id',
    kind: 'kind',
    name: 'name',
    owner: 'owner',
    code: 'code',
    validFrom: 'valid_from',
    validUntil: 'valid_until',
    entries: 'entries',
    used: 'used',
    oncePerDay: 'once_per_day',
    blockedAt: 'blocked_at',
    blockedReason: 'blocked_reason',
    createdAt: 'created_at',
    updatedAt: 'updated_at',
    version: 'version',
  },
  json: ['owner'],
  derived: ({ name, owner }) => ({ searched: `${name}\n${owner.name}\n${owner.email ?? ''}` }),
  counters: ['used'],
  orderBy: [sql`id collate "C" desc`],
  searched: ['searched'],
};

/** Columns are written by hand: rows are only ever added. */
export interface PassUseTable {
  tenant_id: string;
  site_id: string;
  id: string;
  pass_id: string;
  at: Date;
  day: string;
  gate: string | null;
  entries: 1 | -1;
  annuls: string | null;
  actor: string;
}
