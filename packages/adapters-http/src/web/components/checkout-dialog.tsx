import { useEffect, useRef, useState } from 'preact/hooks';
import {
  type CheckoutForm,
  FIELD_ORDER,
  type FieldFaults,
  type FieldName,
  formFaults,
  type PlacedNow,
  paymentOf,
  type Refusal,
} from '../checkout.js';
import type { Checkout } from '../hooks/use-checkout.js';
import type { LiveCarte } from '../hooks/use-live-carte.js';
import type { PricedBasket } from '../priced-basket.js';
import { BasketLines, type BasketLinesProps } from './basket-lines.js';
import { ContactFields } from './contact-fields.js';
import { Dialog } from './dialog.js';
import { OrderingNotice } from './ordering-notice.js';
import { usePage } from './page-context.js';
import { Payment } from './payment.js';
import { PickupFields } from './pickup-fields.js';
import { RefusalWords } from './refusal-words.js';
import { SendBar } from './send-bar.js';

export interface CheckoutDialogProps extends Omit<BasketLinesProps, 'say' | 'faulty'> {
  readonly live: LiveCarte;
  readonly checkout: Checkout;
  readonly form: CheckoutForm;
  readonly onForm: (form: CheckoutForm) => void;
  readonly onPlaced: (placed: PlacedNow) => void;
  readonly onClosed: () => void;
}

/** The whole order on one sheet: what, when, who, and the button that sends it. */
export function CheckoutDialog({ live, checkout, form, onForm, onPlaced, onClosed, ...basket }: CheckoutDialogProps) {
  const { texts } = usePage();
  const { carte, now } = live;
  const { priced, change } = basket;
  const payment = paymentOf(form, carte.payments);
  const [ownFaults, setOwnFaults] = useState<FieldFaults>({});
  const [said, setSaid] = useState('');
  const [isPlaced, setPlaced] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  const faults: FieldFaults = { ...checkout.refusal?.fields, ...ownFaults };
  const inWords = (name: FieldName) => (faults[name] === undefined ? undefined : texts.fieldFaults[name][faults[name]]);

  useEffect(() => {
    void live.refresh();
  }, []);

  const set = (part: Partial<CheckoutForm>) => {
    onForm({ ...form, ...part });
    setOwnFaults({});
    checkout.forget();
  };

  /** After the faults are on the page, so that the field is read out with its fault. */
  const showFaults = (found: FieldFaults) => {
    setOwnFaults(found);
    const first = FIELD_ORDER.find((name) => found[name] !== undefined);
    requestAnimationFrame(() => element.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus());
  };

  const send = async () => {
    const found = { ...formFaults(form), ...pickupFault(form, live) };
    if (Object.keys(found).length > 0) {
      showFaults(found);
      return;
    }
    const outcome = await checkout.send(priced, { ...form, payment });
    if ('orderId' in outcome) {
      setPlaced(true);
      onPlaced(outcome);
      return;
    }
    live.heed(outcome.refusal, form.pickupAt);
    if (REFRESHING.has(outcome.refusal.code)) await live.refresh();
    const atFields = { ...outcome.refusal.fields, ...slotFault(outcome.refusal, form) };
    if (Object.keys(atFields).length > 0) showFaults(atFields);
  };

  return (
    <Dialog kind="checkout" title={texts.yourOrder} onClosed={onClosed}>
      {() =>
        isPlaced ? (
          <p class="sheet__content" role="status">
            {texts.placing}
          </p>
        ) : (
          <form
            class="sheet__form"
            ref={element}
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              if (!checkout.isSending) void send();
            }}
          >
            <div class="sheet__content">
              <p class="visually-hidden" role="status">
                {said}
              </p>
              {priced.lines.length === 0 ? (
                <p class="basket__empty">
                  {texts.emptyBasket} {texts.emptyBasketHint}
                </p>
              ) : (
                <BasketLines {...basket} faulty={checkout.refusal?.faultyLines ?? NONE} say={setSaid} />
              )}
              {priced.lines.some(({ state }) => state === 'sold_out') && (
                <button type="button" class="text-button" onClick={() => removeSoldOut(priced, change)}>
                  {texts.removeSoldOut}
                </button>
              )}
              {!carte.ordering.open && <OrderingNotice carte={carte} now={now} />}
              {carte.ordering.open && priced.lines.length > 0 && (
                <>
                  <PickupFields
                    ordering={carte.ordering}
                    now={now}
                    value={form.pickupAt}
                    onValue={(pickupAt) => set({ pickupAt })}
                    fault={inWords('pickupAt')}
                  />
                  <ContactFields form={form} set={set} inWords={inWords} />
                  <Payment methods={carte.payments ?? []} value={payment} onValue={(method) => set({ payment: method })} />
                </>
              )}
            </div>
            <div class="sheet__foot">
              <p class="fault" role="alert">
                {checkout.refusal !== null && <RefusalWords refusal={checkout.refusal} phone={carte.phone} now={now} />}
              </p>
              <SendBar live={live} priced={priced} isSending={checkout.isSending} isRetry={mayRetry(checkout.refusal)} />
            </div>
          </form>
        )
      }
    </Dialog>
  );
}

const NONE: ReadonlySet<string> = new Set();

/** Refusals that say that the menu of the page is out of date. */
const REFRESHING: ReadonlySet<Refusal['code']> = new Set([
  'closed',
  'ordering_off',
  'slot_full',
  'invalid_slot',
  'sold_out',
  'empty_order',
  'invalid_options',
  'below_minimum',
  'payment_not_offered',
]);

function mayRetry(refusal: Refusal | null): boolean {
  return refusal?.code === 'till_unreachable' || refusal?.code === 'unreachable';
}

/** A time that was chosen and has gone in the meantime. */
function pickupFault(form: CheckoutForm, { carte }: LiveCarte): FieldFaults {
  if (form.pickupAt === null) return {};
  const slot = carte.ordering.slots.find(({ start }) => start === form.pickupAt);
  return slot === undefined || slot.remaining === 0 ? { pickupAt: 'invalid' } : {};
}

function slotFault({ code }: Refusal, form: CheckoutForm): FieldFaults {
  return form.pickupAt !== null && (code === 'slot_full' || code === 'invalid_slot') ? { pickupAt: 'invalid' } : {};
}

function removeSoldOut(priced: PricedBasket, change: BasketLinesProps['change']): void {
  for (const { key, state } of priced.lines) if (state === 'sold_out') change({ kind: 'remove', key });
}
