import type { WindowOffer } from '@comptoir/core/ticketing/ticket-counter.js';
import { Photo } from '../../components/photo.js';
import { shownPhoto } from '../../menu-sections.js';

/** The picture of an offer, or its initial where it has none. */
export function OfferPicture({ offer, isFirst }: { offer: WindowOffer; isFirst: boolean }) {
  const photo = shownPhoto(offer.photo);
  return (
    <div class="plate offer__plate">
      {photo === null ? (
        <span class="plate__initial" aria-hidden="true">
          {[...offer.title][0]}
        </span>
      ) : (
        <Photo
          class="plate__photo"
          photo={photo}
          width={640}
          height={400}
          sizes="(min-width: 56rem) 22rem, 100vw"
          loading={isFirst ? 'eager' : 'lazy'}
        />
      )}
    </div>
  );
}
