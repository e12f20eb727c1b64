import { DomainError } from '../kit/errors.js';
import type { MemoryTable } from '../kit/memory-database.js';
import type { Scope } from '../kit/scope.js';
import { type ByLanguage, slugsOf } from './kb-article.js';
import type { SlugOwner } from './kb-store.js';

export interface KbSlug extends SlugOwner {
  readonly tenantId: string;
  readonly siteId: string;
  readonly slug: string;
}

export type SlugTable = MemoryTable<KbSlug>;

const keyOf = ({ tenantId, siteId }: Scope, language: string, slug: string) => `${tenantId} ${siteId} ${language} ${slug}`;

export function isSlugTaken(table: SlugTable, scope: Scope, language: string, slug: string, exceptId: string | null): boolean {
  const owner = table.get(keyOf(scope, language, slug));
  return owner?.current === true && owner.id !== exceptId;
}

/** Gives the record its slugs; those it had lead to it as before. Throws `duplicate`. */
export function takeSlugs(table: SlugTable, scope: Scope, id: string, translations: ByLanguage<{ readonly slug: string }>): void {
  const slugs = slugsOf(translations);
  if (slugs.some(([language, slug]) => isSlugTaken(table, scope, language, slug, id))) throw new DomainError('duplicate');
  for (const row of ownedBy(table, scope, id)) table.set(keyOf(scope, row.language, row.slug), { ...row, current: false });
  const { tenantId, siteId } = scope;
  for (const [language, slug] of slugs) table.set(keyOf(scope, language, slug), { tenantId, siteId, id, language, slug, current: true });
}

export function dropSlugs(table: SlugTable, scope: Scope, id: string): void {
  for (const { language, slug } of ownedBy(table, scope, id)) table.delete(keyOf(scope, language, slug));
}

export function ownersOf(table: SlugTable, { tenantId, siteId }: Scope, slug: string): readonly SlugOwner[] {
  return [...table.committed.values()]
    .filter((row) => row.tenantId === tenantId && row.siteId === siteId && row.slug === slug)
    .map(({ id, language, current }) => ({ id, language, current }))
    .sort((left, right) => (left.language < right.language ? -1 : 1));
}

/** Drops the slugs of one establishment. */
export function dropSlugsOfSite(table: SlugTable, scope: Scope): void {
  for (const { language, slug } of slugsIn(table, scope)) table.delete(keyOf(scope, language, slug));
}

function ownedBy(table: SlugTable, scope: Scope, id: string): readonly KbSlug[] {
  return slugsIn(table, scope).filter((row) => row.id === id);
}

function slugsIn(table: SlugTable, { tenantId, siteId }: Scope): readonly KbSlug[] {
  return [...table.values()].filter((row) => row.tenantId === tenantId && row.siteId === siteId);
}
