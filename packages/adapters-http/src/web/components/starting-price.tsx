import type { CarteItem } from '@comptoir/core/carte/carte.js';
import { startingPrice } from '../choices.js';
import { usePage } from './page-context.js';

/** The price, or the lowest one it can have. */
export function StartingPrice({ item, block }: { item: CarteItem; block: 'dish' | 'good' | 'product' }) {
  const { texts, money } = usePage();
  const { cents, from } = startingPrice(item);
  return <p class={`${block}__price`}>{from ? texts.from(money(cents)) : money(cents)}</p>;
}
