import { useState } from 'preact/hooks';
import { change } from '../../client/console-rpc.js';
import { ActWords } from '../components/act-words.js';
import { useConsole } from '../components/console-context.js';
import { Loading } from '../components/loading.js';
import { useAct } from '../hooks/use-act.js';
import { useAnswer } from '../hooks/use-answer.js';
import type { AnswerOf } from '../wire.js';
import { added, EMPTY_BASKET, type Good, rungOf } from './basket.js';
import { BasketPanel } from './basket-panel.js';
import { GoodsPanel } from './goods-panel.js';
import { OpenShiftForm } from './open-shift-form.js';
import type { Payment } from './payments.js';
import { ReceiptSheet } from './receipt-sheet.js';
import type { PartProps } from './register-page.js';
import { useTill } from './texts/till-texts.js';

/** Where something is rung up: what there is on one side, what is in the basket and how it is paid on the other. */
export function SellPart({ register, shifts, shift, onShift }: PartProps) {
  const { may } = useConsole();
  const till = useTill();
  if (!register.active) return <p class="console__words">{till.outOfUseHint}</p>;
  if (!may('posOrders:create')) return <p class="console__words">{till.notSelling}</p>;
  if (register.training) return <Counter registerId={register.id} onSold={() => undefined} />;
  return (
    <Loading of={shifts}>
      {() =>
        shift === null ? (
          <OpenShiftForm registerId={register.id} onOpened={onShift} />
        ) : (
          <Counter registerId={register.id} onSold={shifts.reload} />
        )
      }
    </Loading>
  );
}

type Receipt = AnswerOf<'posOrders.receipt'>;

function Counter({ registerId, onSold }: { registerId: string; onSold: () => void }) {
  const till = useTill();
  const [basket, setBasket] = useState(EMPTY_BASKET);
  const [receipt, setReceipt] = useState<Receipt | null>(null);
  const act = useAct();
  const rung = rungOf(basket, till.discount);
  const price = useAnswer('posOrders.price', rung);
  // Here and not where it is paid, so that it is there before: a payment taken too early would be taken wrongly, or not at all.
  const settings = useAnswer('posManagement.settings', {});

  const add = (good: Good) => {
    setReceipt(null);
    setBasket((before) => added(before, good));
  };
  const sell = (payments: readonly Payment[]) => {
    if (rung === null) return;
    act.take(
      'sell',
      () => change('posOrders.create', { registerId, ...rung, payments: [...payments] }),
      (sold) => {
        setBasket(EMPTY_BASKET);
        setReceipt(sold.receipt);
        onSold();
        return till.sold;
      },
    );
  };
  const giveUp = (reason: string) => {
    if (rung === null) return;
    act.take(
      'void',
      () => change('posOrders.void', { registerId, ...rung, reason }),
      () => {
        setBasket(EMPTY_BASKET);
        return till.givenUp;
      },
    );
  };

  return (
    <>
      <ActWords act={act} />
      <div class="counter">
        <GoodsPanel onGood={add} />
        {receipt !== null && basket.lines.length === 0 ? (
          <ReceiptSheet receipt={receipt} onClose={() => setReceipt(null)} />
        ) : (
          <BasketPanel
            {...{ basket, price, settings }}
            onBasket={setBasket}
            isBusy={act.busyWith !== null}
            onPaid={sell}
            onGivenUp={giveUp}
          />
        )}
      </div>
    </>
  );
}
