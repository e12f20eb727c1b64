import type { Carte } from '@comptoir/core/carte/carte.js';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { type Basket, type BasketAction, changeBasket, EMPTY_BASKET, readBasket, writeBasket } from '../basket.js';
import { type BasketNews, refreshBasket } from '../basket-news.js';
import { basketName, keptLong } from '../client/kept.js';
import { type PricedBasket, priceBasket } from '../priced-basket.js';

export interface LiveBasket {
  readonly priced: PricedBasket;
  readonly change: (action: BasketAction) => void;
  /** What the menu changed about the basket since the guest last saw it. */
  readonly news: readonly BasketNews[];
  readonly dismissNews: () => void;
}

/** The basket of this browser for this establishment: it outlives the page, follows the menu, and is one over all tabs. */
export function useBasket(carte: Carte): LiveBasket {
  const name = basketName(carte.slug);
  const [basket, setBasket] = useState<Basket>(EMPTY_BASKET);
  const [news, setNews] = useState<readonly BasketNews[]>([]);
  const current = useRef<Basket | null>(null);

  const keep = (next: Basket) => {
    current.current = next;
    setBasket(next);
    keptLong.write(name, writeBasket(next));
  };

  useEffect(() => {
    const before = current.current;
    const { basket: next, news: found } = refreshBasket(before ?? readBasket(keptLong.read(name)), carte);
    keep(next);
    // A guest who is on the page sees at the line itself that it is sold out or short.
    const told = before === null ? found : found.filter(({ kind }) => kind !== 'sold_out' && kind !== 'short');
    if (told.length > 0) setNews((earlier) => [...earlier, ...told]);
  }, [carte]);

  useEffect(() => {
    const followOtherTabs = ({ key, newValue }: StorageEvent) => {
      if (key !== name) return;
      current.current = readBasket(newValue);
      setBasket(current.current);
    };
    addEventListener('storage', followOtherTabs);
    return () => removeEventListener('storage', followOtherTabs);
  }, [name]);

  return {
    priced: useMemo(() => priceBasket(basket, carte), [basket, carte]),
    change: (action) => keep(changeBasket(current.current ?? EMPTY_BASKET, action)),
    news,
    dismissNews: () => setNews([]),
  };
}
