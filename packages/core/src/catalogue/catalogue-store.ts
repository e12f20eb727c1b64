import type { Scope } from '../kit/scope.js';
import type { Item, Menu } from './item.js';

/** Writes of the catalogue of one establishment. Whoever changes it also raises the version of the site, in the same transaction. */
export interface CatalogueStore {
  /** Throws `duplicate` when the id exists, `unknown_record` when the category does not. */
  createItem(scope: Scope, item: Item): Promise<void>;
  /** Shown but not for sale until the instant; null puts it back on sale. False when there is no such item. */
  setSoldOutUntil(scope: Scope, itemId: string, until: Date | null): Promise<boolean>;
  /** False when there is no such item. */
  setVisible(scope: Scope, itemId: string, visible: boolean): Promise<boolean>;
}

export interface CatalogueViews {
  /** The visible items and all categories, in order of display (`byPosition`). */
  menu(scope: Scope): Promise<Menu>;
}
