import type { Json } from '../kit/json.js';

export interface AuditEntryTable {
  id: string;
  tenant_id: string | null;
  site_id: string | null;
  at: Date;
  actor: string;
  session_id: string | null;
  action: string;
  subject_id: string | null;
  input: Json<unknown>;
  request_id: string;
  address: string;
}
