import { useRef } from 'preact/hooks';
import { Icon } from '../../components/icon.js';
import { formatCalendarDay, formatMonth, formatShortWeekday, formatWeekday } from '../../format.js';
import { MONTHS_AHEAD } from '../choice.js';
import { addMonths, monthOf, weeksOf } from '../month.js';
import type { DayFill } from '../sessions.js';
import { useTicketPage } from './ticket-context.js';

export interface CalendarProps {
  readonly month: string;
  readonly today: string;
  readonly chosen: string | null;
  /** What each day has that has something; null while that is not known. */
  readonly days: ReadonlyMap<string, DayFill> | null;
  readonly onMonth: (month: string) => void;
  readonly onDay: (day: string) => void;
}

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];
const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

/** A month. Tab reaches one of its days, the arrow keys lead to the others, and its rows and columns can be read as a table. */
export function Calendar({ month, today, chosen, days, onMonth, onDay }: CalendarProps) {
  const { language, texts } = useTicketPage();
  const table = useRef<HTMLTableElement>(null);
  const open = [...(days ?? [])].filter(([, { state }]) => state !== 'past').map(([day]) => day);
  const reached = chosen !== null && open.includes(chosen) ? chosen : open[0];

  const moveFocus = (event: KeyboardEvent, from: string) => {
    const to = dayAfterKey(event.key, from, open);
    if (to === undefined) return;
    event.preventDefault();
    table.current?.querySelector<HTMLElement>(`[data-day="${to}"]`)?.focus();
  };

  return (
    <div class="calendar">
      <div class="calendar__head">
        <MonthButton
          icon="back"
          label={texts.previousMonth}
          disabled={month <= monthOf(today)}
          onClick={() => onMonth(addMonths(month, -1))}
        />
        <p class="calendar__month" id="calendar-month" aria-live="polite">
          {formatMonth(month, language)}
        </p>
        <MonthButton
          icon="arrow"
          label={texts.nextMonth}
          disabled={month >= addMonths(monthOf(today), MONTHS_AHEAD)}
          onClick={() => onMonth(addMonths(month, 1))}
        />
      </div>
      <p class="visually-hidden" id="calendar-hint">
        {texts.calendarHint}
      </p>
      <table class="calendar__days" ref={table} aria-labelledby="calendar-month" aria-busy={days === null}>
        <thead>
          <tr>
            {WEEKDAYS.map((day) => (
              <th key={day} scope="col" abbr={formatWeekday(day, language)}>
                {formatShortWeekday(day, language)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((week) => (
            <tr key={week.find((day) => day !== null)}>
              {week.map((day, column) => (
                <td key={WEEKDAYS[column]}>
                  {day !== null && (
                    <Day
                      day={day}
                      fill={days?.get(day)}
                      isToday={day === today}
                      isChosen={day === chosen}
                      isReached={day === reached}
                      onPick={() => onDay(day)}
                      onKey={(event) => moveFocus(event, day)}
                    />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Where a key leads among the days that can be chosen; undefined when it leads nowhere. */
function dayAfterKey(key: string, from: string, open: readonly string[]): string | undefined {
  if (key === 'Home') return open[0];
  if (key === 'End') return open.at(-1);
  const step = STEPS[key];
  if (step === undefined) return undefined;
  const dayNumber = (day: string) => Number(day.slice(-2));
  const wanted = dayNumber(from) + step;
  return step > 0 ? open.find((day) => dayNumber(day) >= wanted) : open.findLast((day) => dayNumber(day) <= wanted);
}

interface MonthButtonProps {
  readonly icon: 'back' | 'arrow';
  readonly label: string;
  readonly disabled: boolean;
  readonly onClick: () => void;
}

function MonthButton({ icon, label, disabled, onClick }: MonthButtonProps) {
  return (
    <button type="button" class="icon-button" disabled={disabled} onClick={onClick}>
      <Icon name={icon} />
      <span class="visually-hidden">{label}</span>
    </button>
  );
}

interface DayProps {
  readonly day: string;
  readonly fill: DayFill | undefined;
  readonly isToday: boolean;
  readonly isChosen: boolean;
  /** Tab leads here. */
  readonly isReached: boolean;
  readonly onPick: () => void;
  readonly onKey: (event: KeyboardEvent) => void;
}

function Day({ day, fill, isToday, isChosen, isReached, onPick, onKey }: DayProps) {
  const { language, texts } = useTicketPage();
  const number = Number(day.slice(-2));
  const current = isToday ? 'date' : undefined;
  if (fill === undefined || fill.state === 'past') {
    return (
      <span class="day day--none" aria-current={current}>
        {number}
        {fill !== undefined && <span class="visually-hidden">, {texts.dayPast}</span>}
      </span>
    );
  }
  return (
    <button
      type="button"
      class={`day day--${fill.state}`}
      data-day={day}
      tabIndex={isReached ? 0 : -1}
      aria-pressed={isChosen}
      aria-current={current}
      aria-describedby="calendar-hint"
      onClick={onPick}
      onKeyDown={onKey}
    >
      <span aria-hidden="true">{number}</span>
      {fill.state === 'full' && (
        <span class="day__full" aria-hidden="true">
          {texts.dayFull}
        </span>
      )}
      <span class="visually-hidden">
        {formatCalendarDay(day, language)}, {fill.state === 'full' ? texts.dayFull : texts.sessionsOfDay(fill.count)}
      </span>
    </button>
  );
}
