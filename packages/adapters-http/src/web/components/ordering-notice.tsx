import type { Carte } from '@comptoir/core/carte/carte.js';
import { formatMoment, formatWhen } from '../format.js';
import { soonestSlot } from '../pickup.js';
import { Notice } from './notice.js';
import { usePage } from './page-context.js';
import { telephoneLink } from './postal-address.js';

/** Says what about ordering is not as a guest would expect; nothing when orders are taken for now. */
export function OrderingNotice({ carte, now }: { carte: Carte; now: Date }) {
  const page = usePage();
  const { texts } = page;
  const { enabled, open, nextOpening } = carte.ordering;
  const call = carte.phone !== null && (
    <a class="notice__call" href={telephoneLink(carte.phone)}>
      {texts.call(carte.phone)}
    </a>
  );
  if (!enabled) {
    return (
      <Notice tone="quiet">
        <p>
          <strong>{texts.orderingOff}</strong> {texts.orderingOffHint} {call}
        </p>
      </Notice>
    );
  }
  if (!open) {
    return (
      <Notice tone="warm">
        <p>
          <strong>{texts.orderingClosed}</strong>{' '}
          {nextOpening !== null && texts.orderingResumes(formatWhen(new Date(nextOpening), now, page, texts))} {call}
        </p>
      </Notice>
    );
  }
  const first = soonestSlot(carte.ordering);
  return (
    <>
      {nextOpening !== null && first !== null && (
        <Notice tone="warm">
          <p>{texts.orderingAhead(formatMoment(new Date(first.start), now, page, texts))}</p>
        </Notice>
      )}
      <noscript>
        <div class="notice notice--quiet">
          <p>
            {texts.needsScript} {call}
          </p>
        </div>
      </noscript>
    </>
  );
}
