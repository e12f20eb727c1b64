import { useState } from 'preact/hooks';
import { change } from '../../client/console-rpc.js';
import { Field } from '../../components/field.js';
import { parseCents } from '../amounts.js';
import { ActWords } from '../components/act-words.js';
import { AmountField } from '../components/amount-field.js';
import { useConsole } from '../components/console-context.js';
import { useAct } from '../hooks/use-act.js';
import type { AnswerOf } from '../wire.js';
import { useTill } from './texts/till-texts.js';

interface CashFormProps {
  readonly registerId: string;
  readonly movements: AnswerOf<'posManagement.shift'>['movements'];
  readonly onMoved: () => void;
}

/** Cash that is put into the drawer or taken out of it, beside what is sold. */
export function CashForm({ registerId, movements, onMoved }: CashFormProps) {
  const { money, when } = useConsole();
  const till = useTill();
  const [amount, setAmount] = useState('');
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const act = useAct();
  const amountCents = parseCents(amount) ?? 0;
  const move = (direction: 'in' | 'out') => {
    setTried(true);
    if (amountCents === 0 || reason.trim() === '') return;
    act.take(
      direction,
      () => change('posManagement.moveCash', { registerId, direction, amountCents, reason: reason.trim() }),
      () => {
        setAmount('');
        setReason('');
        setTried(false);
        onMoved();
        return direction === 'in' ? till.putIn : till.takenOut;
      },
    );
  };
  return (
    <details class="fold">
      <summary>{till.cashBeside}</summary>
      <div class="fold__form">
        <div class="field-pair">
          <AmountField
            label={till.amount}
            name="amount"
            value={amount}
            onValue={setAmount}
            fault={isTried && amountCents === 0 ? till.paymentFaults.not_an_amount : undefined}
          />
          <Field
            label={till.reason}
            name="reason"
            value={reason}
            onValue={setReason}
            fault={isTried && reason.trim() === '' ? till.reasonMissing : undefined}
          />
        </div>
        <ActWords act={act} />
        <div class="tools">
          <button
            type="button"
            class="button button--inline button--quiet"
            aria-disabled={act.busyWith !== null}
            onClick={() => move('in')}
          >
            {till.putInAction}
          </button>
          <button
            type="button"
            class="button button--inline button--quiet"
            aria-disabled={act.busyWith !== null}
            onClick={() => move('out')}
          >
            {till.takeOutAction}
          </button>
        </div>
        <ul class="movements">
          {movements.map(({ id, direction, amountCents: cents, reason: why, at }) => (
            <li key={id}>
              {when(at)} · <span class="figure">{money(direction === 'in' ? cents : -cents)}</span> · {why}
            </li>
          ))}
        </ul>
      </div>
    </details>
  );
}
