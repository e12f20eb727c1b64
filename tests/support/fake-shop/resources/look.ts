import type { ShopDatabase } from '../data/database.js';
import type { DialectTraits } from '../dialect.js';

/** What an answer is rendered with. */
export interface Look {
  readonly db: ShopDatabase;
  readonly traits: DialectTraits;
  /** Places of the languages that texts are shown in. */
  readonly languages: readonly number[];
  /** Texts are plain: the shop has one language, or the request names one. */
  readonly plain: boolean;
}
