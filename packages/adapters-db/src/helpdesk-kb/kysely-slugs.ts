import { type ByLanguage, slugsOf } from '@comptoir/core/helpdesk-kb/kb-article.js';
import type { SlugOwner } from '@comptoir/core/helpdesk-kb/kb-store.js';
import { DomainError } from '@comptoir/core/kit/errors.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import type { Handle } from '../kit/database-handle.js';

export type SlugTableName = 'kb_article_slugs' | 'kb_category_slugs';

/** The slugs of one kind of record. */
export function makeSlugs(db: Handle, table: SlugTableName) {
  const ofSite = ({ tenantId, siteId }: Scope) => db.selectFrom(table).where('tenant_id', '=', tenantId).where('site_id', '=', siteId);

  return {
    async isTaken(scope: Scope, language: string, slug: string, exceptId: string | null): Promise<boolean> {
      const row = await ofSite(scope)
        .select(['owner_id', 'current'])
        .where('language', '=', language)
        .where('slug', '=', slug)
        .executeTakeFirst();
      return row?.current === true && row.owner_id !== exceptId;
    },

    /** Gives the record its slugs; those it had lead to it as before. Throws `duplicate`. */
    async take(scope: Scope, id: string, translations: ByLanguage<{ readonly slug: string }>): Promise<void> {
      const { tenantId, siteId } = scope;
      await db
        .updateTable(table)
        .set({ current: false })
        .where('tenant_id', '=', tenantId)
        .where('site_id', '=', siteId)
        .where('owner_id', '=', id)
        .execute();
      for (const [language, slug] of slugsOf(translations)) {
        const taken = await db
          .insertInto(table)
          .values({ tenant_id: tenantId, site_id: siteId, language, slug, owner_id: id, current: true })
          .onConflict((conflict) =>
            conflict
              .columns(['tenant_id', 'site_id', 'slug', 'language'])
              .doUpdateSet({ owner_id: id, current: true })
              .where(`${table}.current`, '=', false),
          )
          .returning('slug')
          .executeTakeFirst();
        if (taken === undefined) throw new DomainError('duplicate');
      }
    },

    async ownersOf(scope: Scope, slug: string): Promise<readonly SlugOwner[]> {
      return ofSite(scope).select(['owner_id as id', 'language', 'current']).where('slug', '=', slug).orderBy('language').execute();
    },
  };
}
