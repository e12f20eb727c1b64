import { useState } from 'preact/hooks';
import { change } from '../../client/console-rpc.js';
import { parseCents } from '../amounts.js';
import { ActWords } from '../components/act-words.js';
import { AmountField } from '../components/amount-field.js';
import { useConsole } from '../components/console-context.js';
import { useAct } from '../hooks/use-act.js';
import { useTill } from './texts/till-texts.js';

/** Opens the shift of a register by the cash that is in its drawer. */
export function OpenShiftForm({ registerId, onOpened }: { registerId: string; onOpened: (said: string) => void }) {
  const { may, texts } = useConsole();
  const till = useTill();
  const [float, setFloat] = useState('');
  const [isFaulty, setFaulty] = useState(false);
  const act = useAct();
  if (!may('posOrders:start')) return <p class="console__words">{till.closedHint}</p>;
  const open = (floatCents: number) =>
    act.take(
      'open',
      () => change('posManagement.openShift', { registerId, floatCents }),
      () => {
        onOpened(till.opened);
        return '';
      },
    );
  return (
    <form
      class="narrow-form"
      onSubmit={(event) => {
        event.preventDefault();
        const cents = parseCents(float);
        setFaulty(cents === null);
        if (cents !== null) open(cents);
      }}
    >
      <h2 class="console__subtitle">{till.openShift}</h2>
      <p class="console__words">{till.closedHint}</p>
      <AmountField
        label={till.float}
        name="float"
        value={float}
        onValue={setFloat}
        hint={till.floatHint}
        fault={isFaulty ? till.paymentFaults.not_an_amount : undefined}
      />
      <ActWords act={act} />
      <button type="submit" class="button" aria-disabled={act.busyWith !== null}>
        {act.busyWith === null ? till.openShift : texts.busy}
      </button>
    </form>
  );
}
