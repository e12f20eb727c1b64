import type { Tenant } from '@comptoir/core/tenants/tenant.js';
import type { Json } from '../kit/json.js';

export interface TenantTable {
  id: string;
  name: string;
  status: Tenant['status'];
  suspended_reason: string | null;
  created_at: Date;
}

export interface TenantSettingTable {
  tenant_id: string;
  key: string;
  value: Json<unknown>;
}
