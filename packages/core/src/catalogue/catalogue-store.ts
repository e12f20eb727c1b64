import type { Scope } from '../kit/scope.js';
import type { Category, Menu } from './item.js';

export interface CatalogueViews {
  /** The visible items that are not deleted, and all categories, in order of display (`byPosition`). */
  menu(scope: Scope): Promise<Menu>;
  /** All categories, in order of display. */
  categories(scope: Scope): Promise<readonly Category[]>;
}
