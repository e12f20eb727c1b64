import type { CarteItem } from '@comptoir/core/carte/carte.js';
import { shownPhoto } from '../menu-sections.js';
import { usePage } from './page-context.js';

/** The picture of an item, or its initial where it has none. `isFirst`: what the page is about, so it is loaded at once. */
export function Plate({ item, isFirst }: { item: CarteItem; isFirst: boolean }) {
  const { contentLang } = usePage();
  const photo = shownPhoto(item.photo);
  return (
    <div class="plate">
      {photo === null ? (
        <span class="plate__initial" aria-hidden="true" lang={contentLang}>
          {[...item.name][0]}
        </span>
      ) : (
        <img class="plate__photo" src={photo} alt="" width="480" height="480" loading={isFirst ? 'eager' : 'lazy'} decoding="async" />
      )}
    </div>
  );
}
