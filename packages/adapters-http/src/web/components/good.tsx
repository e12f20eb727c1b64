import type { CarteItem } from '@comptoir/core/carte/carte.js';
import { asksForChoices } from '../choices.js';
import { leftInWords } from '../remaining.js';
import { Icon } from './icon.js';
import { usePage } from './page-context.js';
import { Plate } from './plate.js';
import { StartingPrice } from './starting-price.js';

export interface GoodProps {
  readonly item: CarteItem;
  /** Of its page. */
  readonly href: string;
  /** All that is left of it is in the basket. */
  readonly isTaken: boolean;
  /** Null where nothing can be ordered now. */
  readonly onPick: ((item: CarteItem) => void) | null;
}

/** One item on the shelf: all of it leads to its page, the button into the basket. */
export function Good({ item, href, isTaken, onPick }: GoodProps) {
  const { texts, contentLang } = usePage();
  return (
    <li class={`good${item.available ? '' : ' good--sold-out'}`}>
      <Plate item={item} isFirst={false} />
      <h3 class="good__name">
        <a href={href} lang={contentLang}>
          {item.name}
        </a>
      </h3>
      <StartingPrice item={item} block="good" />
      <p class="good__left">{item.available ? leftInWords(item, texts) : texts.soldOut}</p>
      {onPick !== null && item.available && (
        <button type="button" class="pick needs-script" aria-disabled={isTaken} onClick={() => onPick(item)}>
          <Icon name={isTaken ? 'check' : 'plus'} />
          {isTaken ? texts.inBasket : asksForChoices(item) ? texts.choose : texts.add}
          <span class="visually-hidden" lang={contentLang}>
            {' '}
            {item.name}
          </span>
        </button>
      )}
    </li>
  );
}
