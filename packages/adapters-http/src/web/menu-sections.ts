import type { Carte, CarteItem } from '@comptoir/core/carte/carte.js';

export interface MenuSection {
  /** For anchors; `other` for items without a category. */
  readonly id: string;
  /** Null for items without a category. */
  readonly name: string | null;
  readonly items: readonly CarteItem[];
}

/** The menu as it is printed: categories that have something, in their order, then what belongs to none. */
export function menuSections(carte: Pick<Carte, 'categories' | 'items'>): readonly MenuSection[] {
  const sections: MenuSection[] = carte.categories.map(({ id, name }) => ({
    id: `c-${id}`,
    name,
    items: carte.items.filter(({ categoryId }) => categoryId === id),
  }));
  const known = new Set(carte.categories.map(({ id }) => id));
  const rest = carte.items.filter(({ categoryId }) => categoryId === null || !known.has(categoryId));
  return [...sections, { id: 'c-other', name: null, items: rest }].filter(({ items }) => items.length > 0);
}

/** The address of a photo that the page may load: of this host or inline. Pages load nothing from elsewhere. */
export function shownPhoto(photo: string | null): string | null {
  if (photo === null) return null;
  return /^\/(?!\/)/.test(photo) || /^data:image\//.test(photo) ? photo : null;
}

/** The whole address of the photo for whoever shows the page elsewhere; undefined where there is none to link to. */
export function sharedPhoto({ photo }: Pick<CarteItem, 'photo'>, canonical: string): string | undefined {
  const shown = shownPhoto(photo);
  return shown?.startsWith('/') ? new URL(shown, canonical).href : undefined;
}
