import type { PaymentMethod } from '@comptoir/core/sales/sale.js';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { change } from '../../client/console-rpc.js';
import { ActWords } from '../components/act-words.js';
import { useConsole } from '../components/console-context.js';
import { Loading } from '../components/loading.js';
import { RefusalWords } from '../components/refusal-words.js';
import { useAct } from '../hooks/use-act.js';
import { useAnswer } from '../hooks/use-answer.js';
import type { AnswerOf } from '../wire.js';
import { MethodChoice } from './method-choice.js';
import { dueIn } from './payments.js';
import type { Sale } from './sales-part.js';
import { useTill } from './texts/till-texts.js';

interface RefundFormProps {
  readonly sale: Sale;
  readonly registerId: string;
  readonly onRefunded: (refund: Sale) => void;
  readonly onClose: () => void;
}

type Line = AnswerOf<'posOrders.priceRefund'>['left'][number];
/** How much of each line comes back, by its number. */
type Quantities = Readonly<Record<number, number>>;

/** Takes back lines of a sale: how much of each, whether it goes back on the shelf, and how the money is paid out. */
export function RefundForm({ sale, registerId, onRefunded, onClose }: RefundFormProps) {
  const { money, texts } = useConsole();
  const till = useTill();
  const [quantities, setQuantities] = useState<Quantities>({});
  const [method, setMethod] = useState<PaymentMethod>(sale.payments[0]?.method ?? 'cash');
  const [restock, setRestock] = useState(true);
  const left = useAnswer('posOrders.priceRefund', { id: sale.id });
  const lines = Object.entries(quantities).flatMap(([number, quantity]) => (quantity > 0 ? [{ number: Number(number), quantity }] : []));
  const price = useAnswer('posOrders.priceRefund', lines.length === 0 ? null : { id: sale.id, lines });
  const settings = useAnswer('posManagement.settings', {});
  const act = useAct();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);

  const totalCents = price.answer?.totalCents ?? 0;
  const dueCents = dueIn(method, totalCents, [], settings.answer?.cashStepCents ?? null);
  const isReady = lines.length > 0 && price.isCurrent && settings.isCurrent;
  const refund = () => {
    const payments = [{ method, amountCents: dueCents }];
    act.take(
      'refund',
      () => change('posOrders.refund', { id: sale.id, registerId, lines, payments, restock }),
      (refunded) => {
        onRefunded(refunded);
        return '';
      },
    );
  };

  return (
    <form
      class="narrow-form refund"
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) refund();
      }}
    >
      <h2 class="console__subtitle" tabIndex={-1} ref={heading}>
        {till.refundOf(sale.number)}
      </h2>
      <Loading of={left}>{(answer) => <LinesLeft lines={answer.left} quantities={quantities} onQuantities={setQuantities} />}</Loading>
      <MethodChoice label={till.paidOutBy} method={method} onMethod={setMethod} />
      <label class="choice">
        <input type="checkbox" checked={restock} onChange={({ currentTarget }) => setRestock(currentTarget.checked)} />
        <span class="choice__name">{till.restock}</span>
      </label>
      {price.refusal !== null && (
        <p class="fault" role="alert">
          <RefusalWords refusal={price.refusal} />
        </p>
      )}
      <ActWords act={act} />
      <div class="tools">
        <button type="submit" class="button button--inline" disabled={!isReady} aria-disabled={act.busyWith !== null}>
          {act.busyWith === null ? till.payOut(money(isReady ? dueCents : 0)) : texts.busy}
        </button>
        <button type="button" class="text-button" onClick={onClose}>
          {texts.cancel}
        </button>
      </div>
    </form>
  );
}

interface LinesLeftProps {
  readonly lines: readonly Line[];
  readonly quantities: Quantities;
  readonly onQuantities: (quantities: Quantities) => void;
}

function LinesLeft({ lines, quantities, onQuantities }: LinesLeftProps) {
  const till = useTill();
  const some = lines.filter(({ quantity }) => quantity > 0);
  if (some.length === 0) return <p class="console__words">{till.nothingLeft}</p>;
  return (
    <>
      {some.map((line) => (
        <LineLeft
          key={line.number}
          line={line}
          quantity={quantities[line.number] ?? 0}
          onQuantity={(quantity) => onQuantities({ ...quantities, [line.number]: quantity })}
        />
      ))}
      <button
        type="button"
        class="text-button"
        onClick={() => onQuantities(Object.fromEntries(some.map(({ number, quantity }) => [number, quantity])))}
      >
        {till.takeAllBack}
      </button>
    </>
  );
}

function LineLeft({ line, quantity, onQuantity }: { line: Line; quantity: number; onQuantity: (quantity: number) => void }) {
  const { money } = useConsole();
  const till = useTill();
  const id = useId();
  return (
    <div class="refund__line">
      <label for={id}>
        {line.name} <span class="console__hint">{till.left(line.quantity, money(line.totalCents))}</span>
      </label>
      <input
        id={id}
        type="number"
        list={undefined}
        name={`line-${line.number}`}
        min={0}
        max={line.quantity}
        step={1}
        value={quantity}
        onInput={({ currentTarget: { valueAsNumber } }) =>
          onQuantity(Number.isSafeInteger(valueAsNumber) ? Math.min(Math.max(valueAsNumber, 0), line.quantity) : 0)
        }
      />
    </div>
  );
}
