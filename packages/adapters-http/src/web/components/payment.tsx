import type { PaymentMethod } from '@comptoir/core/payments/payment.js';
import { useId } from 'preact/hooks';
import { usePage } from './page-context.js';

export interface PaymentProps {
  /** What is offered; nothing to choose where that is one way. */
  readonly methods: readonly PaymentMethod[];
  readonly value: PaymentMethod;
  readonly onValue: (method: PaymentMethod) => void;
}

/** How the order is paid. */
export function Payment({ methods, value, onValue }: PaymentProps) {
  const { texts } = usePage();
  const id = useId();
  if (methods.length <= 1) {
    return (
      <section class="choices">
        <h3 class="choices__title">{texts.payment}</h3>
        <p class="choices__words">{value === 'card' ? texts.payments.hints.card : texts.payAtPickup}</p>
      </section>
    );
  }
  return (
    <fieldset class="choices">
      <legend class="choices__title">{texts.payment}</legend>
      <div class="pickup">
        {methods.map((method) => (
          <label key={method} class="pickup__choice">
            <input type="radio" name={id} checked={method === value} onChange={() => onValue(method)} />
            <span>
              <strong>{texts.payments.methods[method]}</strong>
            </span>
          </label>
        ))}
      </div>
      <p class="choices__words">{texts.payments.hints[value]}</p>
    </fieldset>
  );
}
