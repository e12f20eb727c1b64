import type { Texts } from './texts.js';

/** The sentences of a shop's pages: those of all pages, said of goods instead of dishes, and a few of its own. */
export interface ShopTexts extends Texts {
  readonly allItems: string;
  readonly inStock: string;
  readonly alsoHere: string;
}
