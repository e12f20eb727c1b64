import type { FoundTracking } from '@comptoir/core/tracking/tracking-service.js';
import {
  statusSentence,
  TRACKING_LANGUAGES,
  type TrackingLanguage,
  type TrackingWords,
  trackingWordsOf,
} from '@comptoir/core/tracking/words/words-of.js';
import type { WebAssets } from './assets.js';
import { telephoneLink } from './components/postal-address.js';
import { renderDeadLink } from './dead-link-page.js';
import { renderDocument } from './document.js';
import { sentOrderPath } from './page-paths.js';
import { Goods, Parcels, Progress, type TrackingWriter } from './tracking-parts.js';

export interface TrackingPageInput extends FoundTracking {
  readonly token: string;
  readonly language: TrackingLanguage;
  readonly assets: WebAssets;
}

/** How far an order that is sent has come, and its parcels. It has no script at all, and no search engine is to know it. */
export function renderTrackingPage(input: TrackingPageInput): string {
  const { order, site, language, assets } = input;
  const words = trackingWordsOf(language);
  const writer = writerOf(language, site.timezone, words);
  const { status, parcels, goods } = order;
  return renderDocument({
    language,
    assets,
    title: `${words.order} ${order.number} — ${site.name}`,
    description: null,
    canonical: null,
    stylesheet: 'tracking.css',
    body: (
      <>
        <header class="masthead masthead--small">
          <p class="masthead__kicker">{site.name}</p>
          <Languages {...input} words={words} />
        </header>
        <main class={`invoice tracking tracking--${status}`}>
          <div class="invoice__head">
            <h1 class="invoice__title">
              <span class="invoice__kind">{words.order} </span>
              {order.number}
            </h1>
            <p class="tracking__placed">{words.placed(writer.day(order.placedAt))}</p>
          </div>
          <p class="tracking__status">{statusSentence(order, words)}</p>
          {status !== 'cancelled' && status !== 'returned' && <Progress order={order} status={status} writer={writer} />}
          <Parcels parcels={parcels} writer={writer} />
          {goods.length > 0 && (
            <section class="tracking__rest" aria-labelledby="rest">
              <h2 id="rest" class="tracking__title">
                {parcels.length > 0 && status !== 'delivered' && status !== 'returned' ? words.stillToCome : words.contents}
              </h2>
              <Goods goods={goods} />
            </section>
          )}
          <Questions site={site} words={words} />
        </main>
      </>
    ),
  });
}

/** What is at an address where no order is followed. */
export function renderNoTrackingPage({ language, assets }: Pick<TrackingPageInput, 'language' | 'assets'>): string {
  return renderDeadLink({ language, assets, stylesheet: 'tracking.css', words: trackingWordsOf(language) });
}

/** Days and times are those of the establishment. */
function writerOf(language: TrackingLanguage, timeZone: string, words: TrackingWords): TrackingWriter {
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone });
  const moment = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'long', hour: 'numeric', minute: '2-digit', timeZone });
  return { words, day: (at) => day.format(at), moment: (at) => moment.format(at) };
}

function Languages({ language, site, token, words }: TrackingPageInput & { words: TrackingWords }) {
  return (
    <nav class="languages" aria-label={words.languages}>
      <ul>
        {TRACKING_LANGUAGES.map((choice) => (
          <li key={choice}>
            <a
              href={sentOrderPath(site.slug, token, choice)}
              lang={choice}
              hreflang={choice}
              rel="nofollow"
              aria-current={choice === language ? 'true' : undefined}
            >
              <span aria-hidden="true">{choice.toUpperCase()}</span>
              <span class="visually-hidden">{trackingWordsOf(choice).language}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Questions({ site: { name, phone, website }, words }: Pick<TrackingPageInput, 'site'> & { words: TrackingWords }) {
  if (phone === null && website === null) return null;
  return (
    <section class="tracking__questions" aria-labelledby="questions">
      <h2 id="questions" class="invoice__label">
        {words.questions}
      </h2>
      <p>
        {name}
        {phone !== null && <a href={telephoneLink(phone)}>{phone}</a>}
        {website !== null && (
          <a href={website} rel="noopener noreferrer">
            {website.replace(/^https?:\/\//, '')}
          </a>
        )}
      </p>
    </section>
  );
}
