import type { ByLanguage, KbHeading, KbStatus } from '@comptoir/core/helpdesk-kb/kb-article.js';
import type { Json } from '../kit/json.js';

export interface KbArticleTable {
  tenant_id: string;
  site_id: string;
  id: string;
  category_id: string | null;
  status: KbStatus;
  published_at: Date | null;
  position: number;
  tags: string[];
  headings: Json<ByLanguage<KbHeading>>;
  bodies: Json<ByLanguage<string>>;
  search_words: string[];
  created_at: Date;
  updated_at: Date;
  version: number;
}

export interface KbSlugTable {
  tenant_id: string;
  site_id: string;
  language: string;
  slug: string;
  owner_id: string;
  current: boolean;
}
