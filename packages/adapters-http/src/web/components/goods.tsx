import type { CarteItem } from '@comptoir/core/carte/carte.js';
import { boutiquePath } from '../page-paths.js';
import { roomFor } from '../remaining.js';
import { Chapters } from './chapters.js';
import { Good } from './good.js';
import type { Ordering } from './ordering-page.js';

export interface GoodsProps {
  readonly shop: Ordering;
  readonly languageQuery: string;
}

/** The whole shop, shelf by shelf. */
export function Goods({ shop, languageQuery }: GoodsProps) {
  return (
    <Chapters sections={shop.sections} list="goods">
      {(item) => <GoodOf key={item.id} item={item} shop={shop} languageQuery={languageQuery} />}
    </Chapters>
  );
}

/** An item on a shelf of this shop. */
export function GoodOf({ item, shop, languageQuery }: GoodsProps & { item: CarteItem }) {
  return (
    <Good
      item={item}
      href={boutiquePath(shop.carte.slug, item.id) + languageQuery}
      isTaken={roomFor(item, null, shop.taken) === 0}
      onPick={shop.onPick}
    />
  );
}
