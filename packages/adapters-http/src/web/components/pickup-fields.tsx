import type { CarteOrdering } from '@comptoir/core/carte/carte.js';
import { useId, useState } from 'preact/hooks';
import { formatMoment, formatNearDay, formatTime, isSameDay } from '../format.js';
import { type CarteSlot, isFull, slotDays, soonestSlot } from '../pickup.js';
import { usePage } from './page-context.js';

export interface PickupFieldsProps {
  readonly ordering: CarteOrdering;
  readonly now: Date;
  /** The start of the chosen slot, or null for as soon as possible. */
  readonly value: string | null;
  readonly onValue: (value: string | null) => void;
  readonly fault: string | undefined;
}

/** Few slots left are worth saying; many are not. */
const FEW_LEFT = 2;

export function PickupFields({ ordering, now, value, onValue, fault }: PickupFieldsProps) {
  const page = usePage();
  const { texts } = page;
  const id = useId();
  const [isTimed, setTimed] = useState(value !== null);
  const soonest = soonestSlot(ordering);
  if (soonest === null) return <p class="fault">{texts.noSlots}</p>;

  const inWords = (slot: CarteSlot): string => {
    const time = `${formatTime(new Date(slot.start), page)} – ${formatTime(new Date(slot.end), page)}`;
    if (isFull(slot)) return `${time} (${texts.slotFull})`;
    return slot.remaining !== null && slot.remaining <= FEW_LEFT ? `${time} (${texts.slotLeft(slot.remaining)})` : time;
  };
  const first = new Date(soonest.start);
  const firstMoment = formatMoment(first, now, page, texts);
  const otherDay = value === null || isSameDay(new Date(value), now, page) ? null : formatNearDay(new Date(value), now, page, texts);
  const described = [otherDay === null ? '' : `${id}-day`, fault === undefined ? '' : `${id}-fault`].join(' ').trim();
  const offered = ordering.slots.some(({ start }) => start === value);

  return (
    <fieldset class="choices" data-fault={fault === undefined ? undefined : ''}>
      <legend class="choices__title">{texts.pickup}</legend>
      <div class="pickup">
        <label class="pickup__choice">
          <input
            type="radio"
            name={id}
            checked={!isTimed}
            onChange={() => {
              setTimed(false);
              onValue(null);
            }}
          />
          <span>
            <strong>{texts.asap}</strong>
            <span class="pickup__when">{isSameDay(first, now, page) ? texts.around(firstMoment) : firstMoment}</span>
          </span>
        </label>
        <label class="pickup__choice">
          <input
            type="radio"
            name={id}
            checked={isTimed}
            onChange={() => {
              setTimed(true);
              onValue(soonest.start);
            }}
          />
          <span>
            <strong>{texts.pickTime}</strong>
          </span>
        </label>
      </div>
      {isTimed && (
        <div class="field">
          <label for={`${id}-time`}>{texts.timeLabel}</label>
          <select
            id={`${id}-time`}
            name="pickupAt"
            value={offered && value !== null ? value : ''}
            aria-invalid={fault !== undefined}
            aria-describedby={described === '' ? undefined : described}
            onChange={(event) => onValue(event.currentTarget.value)}
          >
            {!offered && (
              <option value="" disabled>
                {texts.timeUnchosen}
              </option>
            )}
            {slotDays(ordering, page.timezone).map(({ date, slots: [first, ...others] }) =>
              first === undefined ? null : (
                <optgroup key={date} label={formatNearDay(new Date(first.start), now, page, texts)}>
                  {[first, ...others].map((slot) => (
                    <option key={slot.start} value={slot.start} disabled={isFull(slot)}>
                      {inWords(slot)}
                    </option>
                  ))}
                </optgroup>
              ),
            )}
          </select>
          {/* A closed list shows the time alone. */}
          {otherDay !== null && (
            <p class="field__hint" id={`${id}-day`}>
              {otherDay}
            </p>
          )}
          {fault !== undefined && (
            <p class="fault" id={`${id}-fault`}>
              {fault}
            </p>
          )}
        </div>
      )}
    </fieldset>
  );
}
