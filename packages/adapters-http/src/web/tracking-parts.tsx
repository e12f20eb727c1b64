import { TRACKED_STEPS, type TrackedGoods, type TrackedOrder, type TrackedParcel } from '@comptoir/core/tracking/tracked-order.js';
import type { TrackingWords } from '@comptoir/core/tracking/words/words-of.js';
import { Icon } from './components/icon.js';

/** The parts of the page on which an order that is sent is followed. */

/** How the parts write. */
export interface TrackingWriter {
  readonly words: TrackingWords;
  day(at: Date): string;
  moment(at: Date): string;
}

interface ProgressProps {
  readonly order: Pick<TrackedOrder, 'since'>;
  readonly status: (typeof TRACKED_STEPS)[number];
  readonly writer: TrackingWriter;
}

export function Progress({ order: { since }, status, writer: { words, moment } }: ProgressProps) {
  const here = TRACKED_STEPS.indexOf(status);
  return (
    <ol class="progress" aria-label={words.progress}>
      {TRACKED_STEPS.map((step, index) => {
        const at = index <= here ? since.get(step) : undefined;
        return (
          <li
            key={step}
            class={`progress__step progress__step--${index < here ? 'done' : index === here ? 'current' : 'coming'}`}
            aria-current={index === here ? 'step' : undefined}
          >
            <span class="progress__mark" aria-hidden="true">
              {index <= here && <Icon name="check" />}
            </span>
            {words.steps[step]}
            {at !== undefined && (
              <time class="tracking__time" dateTime={at.toISOString()}>
                {moment(at)}
              </time>
            )}
          </li>
        );
      })}
    </ol>
  );
}

export function Parcels({ parcels, writer }: { parcels: readonly TrackedParcel[]; writer: TrackingWriter }) {
  const { words } = writer;
  return (
    <>
      {parcels.map((parcel, index) => (
        <section key={index} class={`parcel parcel--${parcel.state}`} aria-labelledby={`parcel-${index}`}>
          <div class="parcel__head">
            <h2 id={`parcel-${index}`} class="tracking__title">
              {words.parcel(index + 1, parcels.length)}
            </h2>
            <p class="parcel__state">{words.parcelStates[parcel.state]}</p>
          </div>
          <Facts parcel={parcel} writer={writer} />
          {parcel.trackingUrl !== null && (
            <a class="button" href={parcel.trackingUrl} rel="noopener noreferrer nofollow">
              {words.follow}
            </a>
          )}
          <h3 class="invoice__label">{words.inParcel}</h3>
          <Goods goods={parcel.goods} />
        </section>
      ))}
    </>
  );
}

function Facts({ parcel, writer: { words, moment } }: { parcel: TrackedParcel; writer: TrackingWriter }) {
  const { carrier, trackingNumber, shippedAt, deliveredAt } = parcel;
  const facts = [
    [words.carrier, carrier],
    [words.trackingNumber, trackingNumber],
    [words.shipped, shippedAt === null ? null : moment(shippedAt)],
    [words.delivered, deliveredAt === null ? null : moment(deliveredAt)],
  ] as const;
  const known = facts.filter(([, fact]) => fact !== null);
  if (known.length === 0) return null;
  return (
    <dl class="parcel__facts">
      {known.map(([name, fact]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{fact}</dd>
        </div>
      ))}
    </dl>
  );
}

export function Goods({ goods }: { goods: readonly TrackedGoods[] }) {
  return (
    <ul class="tracking__goods">
      {goods.map(({ name, choices, quantity }, index) => (
        <li key={index}>
          <span class="tracking__quantity">{quantity} ×</span>
          <span>
            {name}
            {choices.length > 0 && <span class="invoice__small">{choices.join(', ')}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}
