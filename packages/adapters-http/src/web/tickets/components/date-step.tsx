import { wallTimeAt } from '@comptoir/core/sites/wall-time.js';
import type { WindowOffer } from '@comptoir/core/ticketing/ticket-counter.js';
import type { Ref } from 'preact';
import { useMemo } from 'preact/hooks';
import { Notice } from '../../components/notice.js';
import { formatCalendarDay } from '../../format.js';
import type { LiveChoice } from '../hooks/use-choice.js';
import { monthOf } from '../month.js';
import { fillByDay } from '../sessions.js';
import { Calendar } from './calendar.js';
import { SessionList } from './session-list.js';
import { useTicketPage } from './ticket-context.js';

export interface DateStepProps {
  readonly offer: WindowOffer;
  readonly choosing: LiveChoice;
  readonly heading: Ref<HTMLHeadingElement>;
}

/** The calendar, and the sessions of the day that was chosen in it. */
export function DateStep({ offer, choosing, heading }: DateStepProps) {
  const { language, texts } = useTicketPage();
  const { choice, live, month, today } = choosing;
  const days = useMemo(() => (live.sessions === null ? null : fillByDay(live.sessions)), [live.sessions]);
  const ofDay = (live.sessions ?? []).filter(({ day }) => day === choice.day);
  return (
    <section class="chapter" aria-labelledby="date-title">
      <h2 id="date-title" class="chapter__title" tabIndex={-1} ref={heading}>
        {texts.dayTitle}
      </h2>
      <div class="when">
        <div>
          <Calendar month={month} today={today} chosen={choice.day} days={days} onMonth={choosing.showMonth} onDay={choosing.pickDay} />
          <MonthNews
            offer={offer}
            choosing={choosing}
            isEmpty={days !== null && ![...days.values()].some(({ state }) => state !== 'past')}
          />
        </div>
        <div class="when__sessions">
          <h3 id="sessions-title" class="when__title">
            {choice.day === null ? texts.sessionTitle : formatCalendarDay(choice.day, language)}
          </h3>
          {choice.day === null ? (
            <p class="when__hint">{texts.pickDay}</p>
          ) : (
            <SessionList sessions={ofDay} chosen={choice.sessionId} labelledBy="sessions-title" onPick={choosing.pickSession} />
          )}
        </div>
      </div>
    </section>
  );
}

/** What there is to say of a month that has nothing, is on its way, or could not be had. */
function MonthNews({ offer, choosing, isEmpty }: Pick<DateStepProps, 'offer' | 'choosing'> & { isEmpty: boolean }) {
  const { texts, timezone } = useTicketPage();
  const { live, month, showMonth } = choosing;
  const next = offer.nextSession === null ? null : monthOf(wallTimeAt(new Date(offer.nextSession), timezone).date);
  return (
    <div role="status">
      {live.sessions === null && !live.hasFailed && <p class="when__hint">{texts.loading}</p>}
      {live.hasFailed && (
        <Notice tone="alert">
          <p>{texts.loadFailed}</p>
          <button type="button" class="text-button" onClick={() => void live.refresh()}>
            {texts.tryAgain}
          </button>
        </Notice>
      )}
      {isEmpty && (
        <p class="when__hint">
          {texts.noSessionsInMonth}{' '}
          {next !== null && next !== month && (
            <button type="button" class="text-button" onClick={() => showMonth(next)}>
              {texts.toNextSession}
            </button>
          )}
        </p>
      )}
    </div>
  );
}
