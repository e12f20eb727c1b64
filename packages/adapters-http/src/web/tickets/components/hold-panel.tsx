import type { PaymentMethod } from '@comptoir/core/payments/payment.js';
import type { WindowOffer } from '@comptoir/core/ticketing/ticket-counter.js';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Field } from '../../components/field.js';
import { formatCalendarDay, formatTime } from '../../format.js';
import { BOOKING_FIELDS, type BookingFaults, type BookingField, type BookingForm, bookingFaults } from '../booking-call.js';
import type { Held } from '../held.js';
import type { Hold } from '../hooks/use-hold.js';
import { Countdown } from './countdown.js';
import { PaymentChoice } from './payment-choice.js';
import { Refusal } from './refusal.js';
import { useTicketPage } from './ticket-context.js';
import { totalCents, WantedTickets } from './wanted-tickets.js';

export interface HoldPanelProps {
  readonly held: Held;
  readonly hold: Hold;
  readonly offer: WindowOffer;
  readonly payments: readonly PaymentMethod[];
  readonly phone: string | null;
  readonly form: BookingForm;
  readonly onForm: (form: BookingForm) => void;
  /** Sends the form, which has no faults the page knows of. */
  readonly onSend: (form: BookingForm) => void;
  readonly onRelease: () => void;
}

/** What is left to do while places are held: who comes, and how it is paid. */
export function HoldPanel({ held, hold, offer, payments, phone, form: given, onForm, onSend, onRelease }: HoldPanelProps) {
  const page = useTicketPage();
  const { language, texts, money } = page;
  const [ownFaults, setOwnFaults] = useState<BookingFaults>({});
  const heading = useRef<HTMLHeadingElement>(null);
  const element = useRef<HTMLFormElement>(null);
  const total = totalCents(offer, held.quantities);
  const methods: readonly PaymentMethod[] = total === 0 ? ['at_pickup'] : payments;
  const form = { ...given, payment: methods.includes(given.payment) ? given.payment : (methods[0] ?? 'at_pickup') };
  const faults: BookingFaults = { ...hold.refusal?.fields, ...ownFaults };
  const inWords = (name: BookingField) => (faults[name] === undefined ? undefined : texts.faults[name][faults[name]]);

  useEffect(() => heading.current?.focus(), []);

  const set = (part: Partial<BookingForm>) => {
    onForm({ ...form, ...part });
    setOwnFaults({});
    hold.forgetRefusal();
  };

  const send = (event: Event) => {
    event.preventDefault();
    if (hold.isSending) return;
    const found = bookingFaults(form);
    setOwnFaults(found);
    const first = BOOKING_FIELDS.find((name) => found[name] !== undefined);
    if (first === undefined) onSend(form);
    // After the faults are on the page, so that the field is read out with its fault.
    else requestAnimationFrame(() => element.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus());
  };

  return (
    <section class="chapter" aria-labelledby="hold-title">
      <h2 id="hold-title" class="chapter__title" tabIndex={-1} ref={heading}>
        {texts.yourBooking}
      </h2>
      <div class="hold">
        <div class="basket hold__wanted">
          <p class="hold__offer">{offer.title}</p>
          <p class="hold__moment">
            {formatCalendarDay(held.day, language)},{' '}
            <span class="figure">
              {formatTime(new Date(held.start), page)} – {formatTime(new Date(held.end), page)}
            </span>
          </p>
          <WantedTickets offer={offer} quantities={held.quantities} />
          <Countdown until={held.until} onOver={hold.lapse} />
          <button type="button" class="text-button" onClick={onRelease}>
            {texts.change}
          </button>
        </div>
        <form class="hold__form" ref={element} noValidate onSubmit={send}>
          <fieldset class="choices">
            <legend class="choices__title">{texts.contact}</legend>
            <Field
              label={texts.name}
              name="name"
              autoComplete="name"
              value={form.name}
              onValue={(name) => set({ name })}
              fault={inWords('name')}
            />
            <div class="field-pair">
              <Field
                label={texts.email}
                name="email"
                type="email"
                autoComplete="email"
                optional={texts.optional}
                hint={texts.emailHint}
                value={form.email}
                onValue={(email) => set({ email })}
                fault={inWords('email')}
              />
              <Field
                label={texts.phoneField}
                name="phone"
                type="tel"
                autoComplete="tel"
                optional={texts.optional}
                value={form.phone}
                onValue={(phoneNumber) => set({ phone: phoneNumber })}
                fault={inWords('phone')}
              />
            </div>
          </fieldset>
          {total > 0 && <PaymentChoice methods={methods} value={form.payment} onValue={(payment) => set({ payment })} />}
          <div>
            <Refusal refusal={hold.refusal} phone={phone} />
            <button type="submit" class="button" aria-disabled={hold.isSending}>
              {hold.isSending ? texts.booking : form.payment === 'card' ? texts.bookAndPay(money(total)) : texts.book}
            </button>
          </div>
        </form>
      </div>
    </section>
  );
}
