import type { NamedRecord } from '../kit/named-record.js';

/** A word by which campaigns are found. */
export interface CampaignTag extends NamedRecord {
  /** `#rrggbb`; null: none. */
  readonly colour: string | null;
}
