import type { Address, DatedException, Features, OrderingRules, Trade, WeeklyPeriod } from '@comptoir/core/sites/site.js';
import type { Generated } from 'kysely';
import type { Json } from '../kit/json.js';

export interface SiteTable {
  tenant_id: string;
  id: string;
  slug: string;
  trade: Trade;
  name: string;
  description: string | null;
  address: Json<Address>;
  phone: string | null;
  website: string | null;
  timezone: string;
  currency: string;
  languages: Json<readonly string[]>;
  hours: Json<readonly WeeklyPeriod[]>;
  exceptions: Json<readonly DatedException[]>;
  features: Json<Features>;
  ordering: Json<OrderingRules>;
  version: number;
  created_at: Generated<Date>;
}

export interface SiteHostTable {
  host: string;
  tenant_id: string;
  site_id: string;
  position: number;
}

export interface SiteSettingTable {
  tenant_id: string;
  site_id: string;
  key: string;
  value: Json<unknown>;
}

export interface PickupSlotTable {
  tenant_id: string;
  site_id: string;
  starts_at: Date;
  taken: number;
}
