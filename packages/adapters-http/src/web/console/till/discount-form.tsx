import { useState } from 'preact/hooks';
import { parseCents, parsePercent } from '../amounts.js';
import { AmountField } from '../components/amount-field.js';
import { useConsole } from '../components/console-context.js';
import type { Discount } from './basket.js';
import { useTill } from './texts/till-texts.js';

interface DiscountFormProps {
  readonly label: string;
  /** The line it is of, for those who do not see where it stands. */
  readonly about?: string;
  readonly discount: Discount | null;
  readonly onDiscount: (discount: Discount | null) => void;
}

/** A discount of a line or of the sale: `10 %`, or `2,50`. */
export function DiscountForm({ label, about, discount, onDiscount }: DiscountFormProps) {
  const { money } = useConsole();
  const till = useTill();
  const [isOpen, setOpen] = useState(false);
  const beside = about !== undefined && <span class="visually-hidden"> ({about})</span>;
  if (discount !== null) {
    return (
      <p class="discount">
        {label} {discount.kind === 'percent' ? `${discount.value / 100} %` : money(discount.value)}{' '}
        <button type="button" class="text-button" onClick={() => onDiscount(null)}>
          {till.takeAway}
          {beside}
        </button>
      </p>
    );
  }
  if (!isOpen) {
    return (
      <button type="button" class="text-button" onClick={() => setOpen(true)}>
        {label}
        {beside}
      </button>
    );
  }
  const take = (taken: Discount | null) => {
    setOpen(false);
    if (taken !== null) onDiscount(taken);
  };
  return <OpenDiscount label={label} onDiscount={take} />;
}

function OpenDiscount({ label, onDiscount }: { label: string; onDiscount: (discount: Discount | null) => void }) {
  const { texts } = useConsole();
  const till = useTill();
  const [text, setText] = useState('');
  const [isFaulty, setFaulty] = useState(false);
  return (
    <form
      class="discount-form"
      onSubmit={(event) => {
        event.preventDefault();
        const discount = discountOf(text);
        setFaulty(discount === null);
        if (discount !== null) onDiscount(discount);
      }}
    >
      <AmountField
        label={label}
        name="discount"
        value={text}
        onValue={setText}
        placeholder="10 %"
        hint={till.discountHint}
        fault={isFaulty ? till.discountFault : undefined}
      />
      <button type="submit" class="button button--inline">
        {till.takeOff}
      </button>
      <button type="button" class="text-button" onClick={() => onDiscount(null)}>
        {texts.cancel}
      </button>
    </form>
  );
}

function discountOf(text: string): Discount | null {
  const kind = text.includes('%') ? 'percent' : 'amount';
  const value = kind === 'percent' ? parsePercent(text) : parseCents(text);
  return value === null || value === 0 ? null : { kind, value };
}
