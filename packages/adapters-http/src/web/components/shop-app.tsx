import type { Carte } from '@comptoir/core/carte/carte.js';
import type { PlacedNow } from '../checkout.js';
import type { Language } from '../language.js';
import { shopTextsOf } from '../texts/shop-texts-of.js';
import { CategoryNav } from './category-nav.js';
import { Goods } from './goods.js';
import { Masthead } from './masthead.js';
import { OrderingPage } from './ordering-page.js';
import { Product } from './product.js';
import { SmallMasthead } from './small-masthead.js';

/** What the host renders a shop's page from and hands to the browser. */
export interface ShopState {
  /** As `GET /api/boutique/window` answers it. */
  readonly carte: Carte;
  /** The item the page is about; null for the page of the shop. */
  readonly itemId: string | null;
  readonly language: Language;
  /** `?lang=fr` when the language was asked for in the address, else empty. */
  readonly languageQuery: string;
  /** When the host rendered the page, ISO 8601. */
  readonly now: string;
}

/** The page of a shop, or of one of its items; both have the basket of the shop. */
export function ShopApp({ carte, itemId, language, languageQuery, now, onPlaced }: ShopState & { onPlaced?: (placed: PlacedNow) => void }) {
  return (
    <OrderingPage
      channel="boutique"
      texts={shopTextsOf(language)}
      carte={carte}
      now={now}
      layout="goods"
      onPlaced={onPlaced}
      head={(shop) =>
        itemId === null ? (
          <>
            <Masthead carte={shop.carte} now={shop.now} />
            {shop.sections.length > 1 && <CategoryNav sections={shop.sections} />}
          </>
        ) : (
          <SmallMasthead channel="boutique" site={shop.carte} languageQuery={languageQuery} />
        )
      }
    >
      {(shop) =>
        itemId === null ? (
          <Goods shop={shop} languageQuery={languageQuery} />
        ) : (
          <Product itemId={itemId} shop={shop} initial={carte} languageQuery={languageQuery} />
        )
      }
    </OrderingPage>
  );
}
