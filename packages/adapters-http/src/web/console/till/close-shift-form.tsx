import { PAYMENT_METHODS, type PaymentMethod } from '@comptoir/core/sales/sale.js';
import { useState } from 'preact/hooks';
import { change } from '../../client/console-rpc.js';
import { parseCents } from '../amounts.js';
import { ActWords } from '../components/act-words.js';
import { AmountField } from '../components/amount-field.js';
import { useConsole } from '../components/console-context.js';
import { useAct } from '../hooks/use-act.js';
import type { AnswerOf } from '../wire.js';
import { useTill } from './texts/till-texts.js';

interface CloseShiftFormProps {
  readonly registerId: string;
  readonly report: AnswerOf<'posManagement.xReport'>;
  readonly onClosed: (said: string) => void;
}

type Typed = Readonly<Partial<Record<PaymentMethod, string>>>;

/** Closes the shift by what was counted: cash always, other ways of payment where they were used and somebody counts them. */
export function CloseShiftForm({ registerId, report, onClosed }: CloseShiftFormProps) {
  const { texts } = useConsole();
  const till = useTill();
  const methods = PAYMENT_METHODS.filter((method) => report.methods.some((one) => one.method === method));
  const [typed, setTyped] = useState<Typed>({});
  const [isTried, setTried] = useState(false);
  const act = useAct();
  const isWrong = (method: PaymentMethod) => !isGood(method, typed[method] ?? '');
  const close = () => {
    setTried(true);
    if (methods.some(isWrong)) return;
    const counted = methods.flatMap((method) => countOf(method, typed[method] ?? ''));
    act.take(
      'close',
      () => change('posManagement.closeShift', { registerId, counted }),
      () => {
        onClosed(till.shiftClosed);
        return '';
      },
    );
  };
  return (
    <details class="fold">
      <summary>{till.closeShift}</summary>
      <form
        class="fold__form"
        onSubmit={(event) => {
          event.preventDefault();
          close();
        }}
      >
        <p class="console__hint">{till.countHint}</p>
        {methods.map((method) => (
          <AmountField
            key={method}
            label={till.countOf(till.methods[method])}
            name={`counted-${method}`}
            value={typed[method] ?? ''}
            onValue={(value) => setTyped((before) => ({ ...before, [method]: value }))}
            optional={method === 'cash' ? undefined : till.optional}
            fault={isTried && isWrong(method) ? till.paymentFaults.not_an_amount : undefined}
          />
        ))}
        <ActWords act={act} />
        <button type="submit" class="button" aria-disabled={act.busyWith !== null}>
          {act.busyWith === null ? till.closeShift : texts.busy}
        </button>
      </form>
    </details>
  );
}

function isGood(method: PaymentMethod, text: string): boolean {
  return text.trim() === '' ? method !== 'cash' : parseCents(text) !== null;
}

function countOf(method: PaymentMethod, text: string) {
  const amountCents = parseCents(text);
  return amountCents === null ? [] : [{ method, amountCents }];
}
