import type { JournalEntry, JournalHead, RecordType } from '@comptoir/core/journal/journal-entry.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import type { Selectable } from 'kysely';

export interface JournalEntryTable {
  tenant_id: string;
  site_id: string;
  register: string;
  type: RecordType;
  number: number;
  at: Date;
  /** Text, not jsonb, which would rewrite what was digested. */
  snapshot: string;
  previous: string;
  digest: string;
  signature: string;
  key_id: string;
}

export interface JournalHeadTable {
  tenant_id: string;
  site_id: string;
  register: string;
  type: RecordType;
  number: number;
  link: string;
  state: string;
  seal: string;
  key_id: string;
}

export function entryOf(row: Selectable<JournalEntryTable>): JournalEntry {
  const { tenant_id: _tenant, site_id: siteId, key_id: keyId, ...entry } = row;
  return { ...entry, siteId, keyId };
}

export function entryRowOf(
  { tenantId }: Pick<Scope, 'tenantId'>,
  { siteId, keyId, ...entry }: JournalEntry,
): Selectable<JournalEntryTable> {
  return { ...entry, tenant_id: tenantId, site_id: siteId, key_id: keyId };
}

export function headOf(row: Selectable<JournalHeadTable>): JournalHead {
  const { tenant_id: _tenant, site_id: siteId, key_id: keyId, ...head } = row;
  return { ...head, siteId, keyId };
}

export function headRowOf({ tenantId }: Pick<Scope, 'tenantId'>, { siteId, keyId, ...head }: JournalHead): Selectable<JournalHeadTable> {
  return { ...head, tenant_id: tenantId, site_id: siteId, key_id: keyId };
}
