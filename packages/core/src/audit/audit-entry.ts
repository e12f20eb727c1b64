import type { PageInput } from '../kit/page.js';

/** Who changed what: one per mutation that had its effect. Never changed, never deleted with what it is about. */
export interface AuditEntry {
  readonly id: string;
  /** Null: the change belongs to a person, not to an organisation (a password, a registration). */
  readonly tenantId: string | null;
  readonly siteId: string | null;
  readonly at: Date;
  /** As `actorName` writes it: `user:…`, `key:…`, `system:…`, `public`. */
  readonly actor: string;
  readonly sessionId: string | null;
  /** The procedure: `users.setRoles`. */
  readonly action: string;
  /** The record it was about, where there is one. */
  readonly subjectId: string | null;
  /** What was asked for, without secrets; JSON. */
  readonly input: unknown;
  readonly requestId: string;
  readonly address: string;
}

export interface AuditFilter extends PageInput {
  readonly action?: string | undefined;
  readonly actor?: string | undefined;
  readonly subjectId?: string | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}
