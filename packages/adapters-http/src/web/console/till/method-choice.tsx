import { PAYMENT_METHODS, type PaymentMethod } from '@comptoir/core/sales/sale.js';
import { useId } from 'preact/hooks';
import { useTill } from './texts/till-texts.js';

interface MethodChoiceProps {
  readonly label: string;
  readonly method: PaymentMethod;
  readonly onMethod: (method: PaymentMethod) => void;
}

/** A way of payment, one of them. */
export function MethodChoice({ label, method, onMethod }: MethodChoiceProps) {
  const till = useTill();
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select
        id={id}
        name="method"
        value={method}
        onChange={({ currentTarget: { value } }) => onMethod(PAYMENT_METHODS.find((known) => known === value) ?? method)}
      >
        {PAYMENT_METHODS.map((choice) => (
          <option key={choice} value={choice}>
            {till.methods[choice]}
          </option>
        ))}
      </select>
    </div>
  );
}
