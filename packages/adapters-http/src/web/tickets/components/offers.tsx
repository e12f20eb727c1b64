import type { WindowOffer } from '@comptoir/core/ticketing/ticket-counter.js';
import type { Ref } from 'preact';
import { formatMoment } from '../../format.js';
import { OfferPicture } from './offer-picture.js';
import { useTicketPage } from './ticket-context.js';

export interface OffersProps {
  readonly offers: readonly WindowOffer[];
  readonly chosen: WindowOffer | undefined;
  readonly now: Date;
  readonly heading: Ref<HTMLHeadingElement>;
  readonly onPick: (offer: WindowOffer | null) => void;
}

/** What can be seen: all of it, or what was chosen with the way back to the rest. */
export function Offers({ offers, chosen, now, heading, onPick }: OffersProps) {
  const { texts } = useTicketPage();
  if (offers.length === 0) {
    return (
      <section class="empty-menu">
        <h2>{texts.noOffers}</h2>
        <p>{texts.noOffersHint}</p>
      </section>
    );
  }
  return (
    <section class="chapter" aria-labelledby="offers-title">
      <h2 id="offers-title" class="chapter__title" tabIndex={-1} ref={heading}>
        {chosen === undefined ? texts.offers : texts.chosen}
      </h2>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the list role of a list without markers */}
      <ul class={chosen === undefined ? 'offers' : 'offers offers--chosen'} role="list">
        {(chosen === undefined ? offers : [chosen]).map((offer, index) => (
          <Offer key={offer.id} offer={offer} isFirst={index === 0} isChosen={chosen !== undefined} now={now} onPick={onPick} />
        ))}
      </ul>
    </section>
  );
}

type OfferProps = Pick<OffersProps, 'now' | 'onPick'> & { offer: WindowOffer; isFirst: boolean; isChosen: boolean };

function Offer({ offer, isFirst, isChosen, now, onPick }: OfferProps) {
  const page = useTicketPage();
  const { texts } = page;
  const { kind, title, description, durationMinutes, nextSession } = offer;
  const next = nextSession === null ? texts.noSession : texts.nextSession(formatMoment(new Date(nextSession), now, page, texts));
  return (
    <li class="offer">
      <OfferPicture offer={offer} isFirst={isFirst} />
      <div class="offer__text">
        <p class="offer__kind">
          {texts.kinds[kind]}
          {durationMinutes !== null && ` · ${texts.minutes(durationMinutes)}`}
        </p>
        <h3 class="offer__title">{title}</h3>
        {description !== null && <p class="offer__words">{description}</p>}
        <p class="offer__next">{next}</p>
        <Rates offer={offer} />
        <div class="offer__foot">
          <p class="offer__price">
            <StartingRate offer={offer} />
          </p>
          {isChosen ? (
            <button type="button" class="text-button" onClick={() => onPick(null)}>
              {texts.otherOffers}
            </button>
          ) : (
            <button type="button" class="pick pick--plain needs-script" onClick={() => onPick(offer)}>
              {texts.choose}
              <span class="visually-hidden"> {title}</span>
            </button>
          )}
        </div>
      </div>
    </li>
  );
}

/** The only price, or the lowest that somebody pays; that some pay nothing is with the rates. */
function StartingRate({ offer }: { offer: WindowOffer }) {
  const { texts, money } = useTicketPage();
  const prices = offer.rates.map(({ priceCents }) => priceCents).filter((cents) => cents > 0);
  const least = Math.min(...prices);
  if (prices.length === 0) return <>{texts.free}</>;
  return <>{prices.length === offer.rates.length && prices.every((cents) => cents === least) ? money(least) : texts.from(money(least))}</>;
}

/** Every price in words, for where no form offers them. */
function Rates({ offer }: { offer: WindowOffer }) {
  const { texts, money } = useTicketPage();
  return (
    <ul class="product__models plain-only" aria-label={texts.rates}>
      {offer.rates.map(({ id, name, priceCents, conditions }) => (
        <li key={id}>
          {name} <span class="choice__hint">{conditions}</span> <span class="figure">{money(priceCents)}</span>
        </li>
      ))}
    </ul>
  );
}
