import type { KbArticleQuery, KbArticleStore, KbArticleViews, KbOpening, KbSort } from '@comptoir/core/helpdesk-kb/kb-store.js';
import { DomainError } from '@comptoir/core/kit/errors.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { type RawBuilder, sql } from 'kysely';
import type { Handle } from '../kit/database-handle.js';
import { asUnknownRecord } from '../kit/db-errors.js';
import { readPage } from '../kit/read-page.js';
import { hasWantedWords } from '../kit/search-words.js';
import { articleOfRow, articleRow, HEAD_COLUMNS, type HeadRow, headOfRow } from './kb-article-rows.js';
import { makeSlugs } from './kysely-slugs.js';

export function makeKyselyKbArticles(db: Handle): KbArticleStore {
  const slugs = makeSlugs(db, 'kb_article_slugs');
  return {
    isSlugTaken: slugs.isTaken,

    async create(scope, article) {
      await db
        .insertInto('kb_articles')
        .values({ tenant_id: scope.tenantId, site_id: scope.siteId, ...articleRow(article) })
        .execute()
        .catch(asUnknownRecord);
      await slugs.take(scope, article.id, article.translations);
      return article;
    },

    async change(scope, id, decide) {
      const row = await articlesOf(db, scope)
        .select([...HEAD_COLUMNS, 'bodies'])
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst();
      if (row === undefined) throw new DomainError('unknown_record');
      const before = articleOfRow(row);
      const after = decide(before);
      if (after === before) return before;
      await db
        .updateTable('kb_articles')
        .set(articleRow(after))
        .where('tenant_id', '=', scope.tenantId)
        .where('site_id', '=', scope.siteId)
        .where('id', '=', id)
        .execute()
        .catch(asUnknownRecord);
      await slugs.take(scope, id, after.translations);
      return after;
    },

    async delete({ tenantId, siteId }, id) {
      const { numDeletedRows } = await db
        .deleteFrom('kb_articles')
        .where('tenant_id', '=', tenantId)
        .where('site_id', '=', siteId)
        .where('id', '=', id)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}

export function makeKyselyKbArticleViews(db: Handle): KbArticleViews {
  return {
    async get(scope, id) {
      const row = await articlesOf(db, scope)
        .select([...HEAD_COLUMNS, 'bodies'])
        .where('id', '=', id)
        .executeTakeFirst();
      return row === undefined ? null : articleOfRow(row);
    },
    async list(scope, query) {
      const page = await readPage(found(db, scope, query).select(HEAD_COLUMNS).orderBy(SORTS[query.sort]), query);
      return { ...page, items: page.items.map(headOfRow) };
    },
    ownersOf: makeSlugs(db, 'kb_article_slugs').ownersOf,
    openings: (scope, perCategory) => openingsOf(db, scope, perCategory),
  };
}

function articlesOf(db: Handle, { tenantId, siteId }: Scope) {
  return db.selectFrom('kb_articles').where('tenant_id', '=', tenantId).where('site_id', '=', siteId);
}

function found(db: Handle, scope: Scope, { search, status, categoryId, tag, language }: KbArticleQuery) {
  let query = articlesOf(db, scope).where(hasWantedWords(sql`search_words`, search));
  if (status !== undefined) query = query.where('status', '=', status);
  if (categoryId !== undefined) query = query.where('category_id', 'is not distinct from', categoryId);
  if (tag !== undefined) query = query.where(sql<boolean>`${tag} = any (tags)`);
  if (language !== undefined) query = query.where(sql<boolean>`jsonb_exists(headings, ${language})`);
  return query;
}

const SORTS: Readonly<Record<KbSort, RawBuilder<unknown>>> = {
  position: sql`position, created_at, id collate "C"`,
  '-position': sql`position desc, created_at desc, id collate "C" desc`,
  updatedAt: sql`updated_at, id collate "C"`,
  '-updatedAt': sql`updated_at desc, id collate "C" desc`,
  createdAt: sql`created_at, id collate "C"`,
  '-createdAt': sql`created_at desc, id collate "C" desc`,
};

type OpeningRow = HeadRow & { readonly total: number };

/** Category by category: the first articles of each come from an index, however many there are. */
async function openingsOf(db: Handle, { tenantId, siteId }: Scope, perCategory: number): Promise<readonly KbOpening[]> {
  const ofTopic = sql`kb_articles where tenant_id = ${tenantId} and site_id = ${siteId} and status = 'published'
    and coalesce(category_id, '') = topics.id`;
  const { rows } = await sql<OpeningRow>`
    select shown.*, counted.total
    from (select id from kb_categories where tenant_id = ${tenantId} and site_id = ${siteId} union all select '') topics
    cross join lateral (
      select ${sql.join(HEAD_COLUMNS.map((column) => sql.ref(column)))} from ${ofTopic}
      order by position, created_at, id collate "C" limit ${perCategory}
    ) shown
    cross join lateral (select count(*) as total from ${ofTopic}) counted
    order by shown.position, shown.created_at, shown.id collate "C"`.execute(db);
  const ids = [...new Set(rows.map(({ category_id }) => category_id))];
  return ids.map((categoryId) => {
    const own = rows.filter(({ category_id }) => category_id === categoryId);
    return { categoryId, total: own[0]?.total ?? 0, articles: own.map(headOfRow) };
  });
}
