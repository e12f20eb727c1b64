import type { Page } from '../kit/page.js';
import type { TenantScope } from '../kit/scope.js';
import type { AuditEntry, AuditFilter } from './audit-entry.js';

/** Writes of the audit log. */
export interface AuditStore {
  /** Appends; commits with the change it tells of. */
  append(entry: AuditEntry): Promise<void>;
}

export interface AuditViews {
  /** The tenant's entries, newest first (by `at`, then id). `search` looks in action, actor and subject. */
  list(scope: TenantScope, filter: AuditFilter): Promise<Page<AuditEntry>>;
}
