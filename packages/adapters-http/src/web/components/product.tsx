import type { Carte, CarteItem } from '@comptoir/core/carte/carte.js';
import type { MenuSection } from '../menu-sections.js';
import { boutiquePath } from '../page-paths.js';
import { leftInWords } from '../remaining.js';
import { shopTextsOf } from '../texts/shop-texts-of.js';
import { Allergens } from './allergens.js';
import { GoodOf } from './goods.js';
import { Icon } from './icon.js';
import { ItemForm } from './item-form.js';
import { PlainOptions } from './menu-item.js';
import type { Ordering } from './ordering-page.js';
import { usePage } from './page-context.js';
import { Plate } from './plate.js';
import { StartingPrice } from './starting-price.js';

/** So many others are shown below an item. */
const OTHERS_MAX = 4;

export interface ProductProps {
  readonly itemId: string;
  readonly shop: Ordering;
  /** The shop the page was rendered from, where the item is found even when it has gone since. */
  readonly initial: Carte;
  readonly languageQuery: string;
}

/** One item in full: what it is, what it costs, how many there are, and the way into the basket. */
export function Product({ itemId, shop, initial, languageQuery }: ProductProps) {
  const { language, contentLang } = usePage();
  const texts = shopTextsOf(language);
  const item = shop.carte.items.find(({ id }) => id === itemId) ?? goneItem(initial, itemId);
  if (item === undefined) return null;
  const section = shop.sections.find(({ items }) => items.some(({ id }) => id === itemId));
  const isOrdered = shop.onPick !== null && item.available;
  return (
    <>
      <article class="product" aria-labelledby="product-name">
        <p class="product__back">
          <a href={boutiquePath(shop.carte.slug) + languageQuery}>
            <Icon name="back" /> {texts.allItems}
          </a>
        </p>
        <Plate item={item} isFirst />
        <div class="product__text">
          {section?.name != null && (
            <p class="product__section" lang={contentLang}>
              {section.name}
            </p>
          )}
          <h1 id="product-name" class="product__name" lang={contentLang}>
            {item.name}
          </h1>
          <StartingPrice item={item} block="product" />
          <Stock item={item} />
          {item.description !== null && (
            <p class="product__words" lang={contentLang}>
              {item.description}
            </p>
          )}
          <Allergens allergens={item.allergens} />
          <Models item={item} isPlainOnly={isOrdered} />
          <PlainOptions item={item} />
          {isOrdered && (
            <div class="needs-script">
              <ItemForm item={item} line={null} taken={shop.taken} block="product" onDone={shop.onAdd} />
            </div>
          )}
        </div>
      </article>
      {section !== undefined && <Others section={section} itemId={itemId} shop={shop} languageQuery={languageQuery} />}
    </>
  );
}

/** An item that left the shop while its page was open: nothing of it can be had. */
function goneItem({ items }: Carte, itemId: string): CarteItem | undefined {
  const item = items.find(({ id }) => id === itemId);
  return item === undefined ? undefined : { ...item, available: false };
}

function Stock({ item }: { item: CarteItem }) {
  const { language } = usePage();
  const texts = shopTextsOf(language);
  if (!item.available) return <p class="product__stock product__stock--none">{texts.soldOut}</p>;
  const few = leftInWords(item, texts);
  if (few !== undefined) return <p class="product__stock product__stock--few">{few}</p>;
  return item.remaining == null ? null : <p class="product__stock">{texts.inStock}</p>;
}

/** The variants in words, for where no form offers them. */
function Models({ item, isPlainOnly }: { item: CarteItem; isPlainOnly: boolean }) {
  const { texts, contentLang, price } = usePage();
  if (item.variants.length === 0) return null;
  return (
    <ul class={`product__models${isPlainOnly ? ' plain-only' : ''}`} aria-label={texts.variantsLabel}>
      {item.variants.map((variant) => (
        <li key={variant.id}>
          <span lang={contentLang}>{variant.name}</span> <span class="choice__hint">{leftInWords(variant, texts)}</span>{' '}
          <span class="figure">{price(variant.price)}</span>
        </li>
      ))}
    </ul>
  );
}

function Others({ section, itemId, shop, languageQuery }: Omit<ProductProps, 'initial'> & { section: MenuSection }) {
  const { language } = usePage();
  const others = section.items.filter(({ id }) => id !== itemId).slice(0, OTHERS_MAX);
  if (others.length === 0) return null;
  return (
    <section class="chapter" aria-labelledby="others-title">
      <h2 id="others-title" class="chapter__title">
        {shopTextsOf(language).alsoHere}
      </h2>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the list role of a list without markers */}
      <ul class="goods goods--few" role="list">
        {others.map((item) => (
          <GoodOf key={item.id} item={item} shop={shop} languageQuery={languageQuery} />
        ))}
      </ul>
    </section>
  );
}
