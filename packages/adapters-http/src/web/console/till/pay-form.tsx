import type { PaymentMethod } from '@comptoir/core/sales/sale.js';
import { useState } from 'preact/hooks';
import { parseCents } from '../amounts.js';
import { AmountField } from '../components/amount-field.js';
import { useConsole } from '../components/console-context.js';
import { MethodChoice } from './method-choice.js';
import { dueIn, type Payment, type PaymentFault, paymentOf } from './payments.js';
import { useTill } from './texts/till-texts.js';

interface PayFormProps {
  readonly totalCents: number;
  /** What cash is rounded to; null: not at all. */
  readonly stepCents: number | null;
  readonly isBusy: boolean;
  readonly onPaid: (payments: readonly Payment[]) => void;
}

/** Takes payments until nothing is due; the last of them sends the sale. Left empty, a payment is of all that is due. */
export function PayForm({ totalCents, stepCents, isBusy, onPaid }: PayFormProps) {
  const { money, texts } = useConsole();
  const till = useTill();
  const [paid, setPaid] = useState<readonly Payment[]>([]);
  const [method, setMethod] = useState<PaymentMethod>('cash');
  const [handed, setHanded] = useState('');
  const [fault, setFault] = useState<PaymentFault | null>(null);

  const dueCents = dueIn(method, totalCents, paid, stepCents);
  const handedCents = handed.trim() === '' ? dueCents : parseCents(handed);
  const isLast = handedCents === null || handedCents >= dueCents;

  const pay = () => {
    const payment = handedCents === null ? 'not_an_amount' : paymentOf(method, handedCents, dueCents, stepCents);
    if (typeof payment === 'string') return setFault(payment);
    if (payment.amountCents === dueCents) return onPaid([...paid, payment]);
    setPaid([...paid, payment]);
    setHanded('');
  };

  return (
    <form
      class="pay-form"
      onSubmit={(event) => {
        event.preventDefault();
        setFault(null);
        if (!isBusy) pay();
      }}
    >
      {paid.length > 0 && <PaidList paid={paid} onPaid={setPaid} />}
      <MethodChoice label={till.paidBy} method={method} onMethod={setMethod} />
      <AmountField
        label={method === 'cash' ? till.handed : till.amount}
        name="handed"
        value={handed}
        onValue={setHanded}
        hint={till.handedHint(money(dueCents))}
        optional=""
        fault={fault === null ? undefined : till.paymentFaults[fault]}
      />
      {method === 'cash' && handedCents !== null && handedCents > dueCents && (
        <p class="pay-form__change">
          {till.change} <strong class="figure">{money(handedCents - dueCents)}</strong>
        </p>
      )}
      <button type="submit" class="button" aria-disabled={isBusy}>
        {isBusy ? texts.busy : isLast ? till.takePayment(money(dueCents)) : till.addPayment}
      </button>
    </form>
  );
}

function PaidList({ paid, onPaid }: { paid: readonly Payment[]; onPaid: (paid: readonly Payment[]) => void }) {
  const { money } = useConsole();
  const till = useTill();
  return (
    <ul class="paid" aria-label={till.paid}>
      {paid.map(({ method, amountCents }, index) => (
        <li key={index}>
          <span>
            {till.methods[method]} <span class="figure">{money(amountCents)}</span>
          </span>
          <button type="button" class="text-button" onClick={() => onPaid(paid.filter((_, at) => at !== index))}>
            {till.takeAway}
            <span class="visually-hidden"> ({till.methods[method]})</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
