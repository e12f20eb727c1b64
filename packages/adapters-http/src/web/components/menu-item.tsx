import type { CarteItem } from '@comptoir/core/carte/carte.js';
import { asksForChoices } from '../choices.js';
import { shownPhoto } from '../menu-sections.js';
import { Allergens } from './allergens.js';
import { Icon } from './icon.js';
import { usePage } from './page-context.js';
import { Photo } from './photo.js';
import { StartingPrice } from './starting-price.js';

export interface MenuItemProps {
  readonly item: CarteItem;
  /** Null where nothing can be ordered now. */
  readonly onPick: ((item: CarteItem) => void) | null;
}

export function MenuItem({ item, onPick }: MenuItemProps) {
  const { texts, contentLang } = usePage();
  const photo = shownPhoto(item.photo);
  return (
    <li class={`dish${photo === null ? '' : ' dish--pictured'}${item.available ? '' : ' dish--sold-out'}`}>
      {photo !== null && <Photo class="dish__photo" photo={photo} width={96} height={96} sizes="6rem" loading="lazy" />}
      <div class="dish__text">
        <div class="dish__head">
          <h3 class="dish__name" lang={contentLang}>
            {item.name}
          </h3>
          <span class="dish__leader" aria-hidden="true" />
          <StartingPrice item={item} block="dish" />
        </div>
        {item.description !== null && (
          <p class="dish__words" lang={contentLang}>
            {item.description}
          </p>
        )}
        <Variants item={item} />
        <PlainOptions item={item} />
      </div>
      <div class="dish__foot">
        <Allergens allergens={item.allergens} />
        {!item.available && <p class="dish__sold-out">{texts.soldOut}</p>}
        {onPick !== null && item.available && (
          <button type="button" class="pick needs-script" onClick={() => onPick(item)}>
            <Icon name="plus" />
            {asksForChoices(item) ? texts.choose : texts.add}
            <span class="visually-hidden" lang={contentLang}>
              {' '}
              {item.name}
            </span>
          </button>
        )}
      </div>
    </li>
  );
}

function Variants({ item }: { item: CarteItem }) {
  const { texts, contentLang, price } = usePage();
  if (item.variants.length === 0) return null;
  return (
    <ul class="dish__variants" aria-label={texts.variantsLabel}>
      {item.variants.map((variant) => (
        <li key={variant.id}>
          <span lang={contentLang}>{variant.name}</span> <span class="figure">{price(variant.price)}</span>
        </li>
      ))}
    </ul>
  );
}

/** The options in words, shown where no dialog can offer them: without JavaScript. */
export function PlainOptions({ item }: { item: CarteItem }) {
  const { contentLang, price } = usePage();
  if (item.optionGroups.length === 0) return null;
  return (
    <dl class="dish__options plain-only">
      {item.optionGroups.map((group) => (
        <div key={group.id}>
          <dt lang={contentLang}>{group.name}</dt>
          <dd lang={contentLang}>
            {group.options.map((option) => (option.price === 0 ? option.name : `${option.name} (+ ${price(option.price)})`)).join(', ')}
          </dd>
        </div>
      ))}
    </dl>
  );
}
