import type { CarteItem } from '@comptoir/core/carte/carte.js';
import { shownPhoto } from '../menu-sections.js';
import { usePage } from './page-context.js';
import { Photo } from './photo.js';

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
        <Photo
          class="plate__photo"
          photo={photo}
          width={480}
          height={480}
          sizes={isFirst ? '(min-width: 48rem) 30rem, 100vw' : '(min-width: 34rem) 16rem, 50vw'}
          loading={isFirst ? 'eager' : 'lazy'}
        />
      )}
    </div>
  );
}
