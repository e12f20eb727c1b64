import type { OpeningTimes, Period } from '@comptoir/core/sites/site.js';
import { formatCalendarDay, formatWeekday } from '../format.js';
import { comingExceptions, isAllDay, weekOf } from '../opening.js';
import type { SharedTexts } from '../texts/shared-texts.js';
import { useSharedPage } from './page-context.js';
import { PostalAddress, type Reachable } from './postal-address.js';

const EXCEPTIONS_SHOWN = 8;

/** Opening hours, address and phone: the back cover. */
export function Practical({ site, now }: { site: Reachable & OpeningTimes; now: Date }) {
  const { texts } = useSharedPage();
  return (
    <footer class="practical">
      <section aria-labelledby="hours-title">
        <h2 id="hours-title">{texts.hours}</h2>
        <Hours times={site} now={now} />
      </section>
      <section aria-labelledby="find-title">
        <h2 id="find-title">{texts.find}</h2>
        <PostalAddress site={site} />
      </section>
    </footer>
  );
}

function Hours({ times, now }: { times: OpeningTimes; now: Date }) {
  const { language, texts, contentLang } = useSharedPage();
  const coming = comingExceptions(times, now, EXCEPTIONS_SHOWN);
  if (times.hours.length === 0 && coming.length === 0) return <p>{texts.hoursUnknown}</p>;
  return (
    <>
      <dl class="hours">
        {weekOf(times, now).map(({ day, periods, isToday }) => (
          <div key={day} class={isToday ? 'hours__day hours__day--today' : 'hours__day'}>
            <dt>
              {formatWeekday(day, language)}
              {isToday && <span class="hours__today"> {texts.hoursToday}</span>}
            </dt>
            <dd>{periodsInWords(periods, texts)}</dd>
          </div>
        ))}
      </dl>
      {coming.length > 0 && (
        <>
          <h3 class="practical__sub">{texts.exceptions}</h3>
          <dl class="hours">
            {coming.map(({ date, label, periods }) => (
              <div key={date} class="hours__day">
                <dt>
                  <time dateTime={date}>{formatCalendarDay(date, language)}</time>
                  {label !== null && (
                    <span class="hours__label" lang={contentLang}>
                      {label}
                    </span>
                  )}
                </dt>
                <dd>{periodsInWords(periods, texts)}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </>
  );
}

function periodsInWords(periods: readonly Period[], texts: SharedTexts): string {
  if (periods.length === 0) return texts.closedDay;
  return periods.map((period) => (isAllDay(period) ? texts.allDay : `${period.from} – ${period.to.replace('24:00', '00:00')}`)).join(', ');
}
