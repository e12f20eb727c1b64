import type { PaymentMethod } from '@comptoir/core/payments/payment.js';
import { useId } from 'preact/hooks';
import { useTicketPage } from './ticket-context.js';

export interface PaymentChoiceProps {
  /** What is offered; nothing to choose where that is one way. */
  readonly methods: readonly PaymentMethod[];
  readonly value: PaymentMethod;
  readonly onValue: (method: PaymentMethod) => void;
}

/** How the tickets are paid. */
export function PaymentChoice({ methods, value, onValue }: PaymentChoiceProps) {
  const { texts } = useTicketPage();
  const name = useId();
  return (
    <fieldset class="choices">
      <legend class="choices__title">{texts.payment}</legend>
      {methods.length > 1 && (
        <div class="pickup">
          {methods.map((method) => (
            <label key={method} class="pickup__choice">
              <input type="radio" name={name} checked={method === value} onChange={() => onValue(method)} />
              <strong>{texts.methods[method]}</strong>
            </label>
          ))}
        </div>
      )}
      <p class="choices__words">{texts.methodHints[value]}</p>
    </fieldset>
  );
}
