import { useState } from 'preact/hooks';
import { ask, change } from '../../client/console-rpc.js';
import { ActWords } from '../components/act-words.js';
import { useConsole } from '../components/console-context.js';
import { Loading } from '../components/loading.js';
import { FIRST_ROWS, OlderRows } from '../components/older-rows.js';
import { useAct } from '../hooks/use-act.js';
import { useAnswer } from '../hooks/use-answer.js';
import type { AnswerOf } from '../wire.js';
import { ReceiptSheet } from './receipt-sheet.js';
import { RefundForm } from './refund-form.js';
import type { PartProps } from './register-page.js';
import { useTill } from './texts/till-texts.js';

export type Sale = AnswerOf<'posOrders.get'>;

/** What stands beside the list: a receipt, or a refund that is being made. */
type Opened = { readonly receipt: AnswerOf<'posOrders.receipt'> } | { readonly refundOf: Sale };

/** What was sold and taken back at a register, newest first, with receipts, duplicates and refunds. */
export function SalesPart({ register, shifts, shift }: PartProps) {
  const { may, texts } = useConsole();
  const till = useTill();
  const [limit, setLimit] = useState(FIRST_ROWS);
  const [opened, setOpened] = useState<Opened | null>(null);
  const sales = useAnswer('posOrders.list', may('posOrders:read') ? { register: register.name, limit } : null);
  const act = useAct();

  const show = (said: string) => (receipt: AnswerOf<'posOrders.receipt'>) => {
    setOpened({ receipt });
    return said;
  };
  const refunded = (refund: Sale) => {
    sales.reload();
    shifts.reload();
    act.take('receipt', () => ask('posOrders.receipt', { id: refund.id }), show(till.refunded));
  };
  const tools = (sale: Sale) => (
    <>
      <ToolButton
        label={till.showReceipt}
        sale={sale}
        onPress={() => act.take(sale.id, () => ask('posOrders.receipt', { id: sale.id }), show(''))}
      />
      {may('posOrders:create') && (
        <ToolButton
          label={till.duplicate}
          sale={sale}
          onPress={() => act.take(sale.id, () => change('posOrders.duplicate', { id: sale.id }), show(till.duplicated))}
        />
      )}
      {may('posOrders:refund') && sale.kind === 'sale' && shift !== null && (
        <ToolButton label={till.refund} sale={sale} onPress={() => setOpened({ refundOf: sale })} />
      )}
    </>
  );

  return (
    <>
      <ActWords act={act} />
      {opened !== null && 'receipt' in opened && <ReceiptSheet receipt={opened.receipt} onClose={() => setOpened(null)} />}
      {opened !== null && 'refundOf' in opened && (
        <RefundForm
          key={opened.refundOf.id}
          sale={opened.refundOf}
          registerId={register.id}
          onRefunded={refunded}
          onClose={() => setOpened(null)}
        />
      )}
      <Loading of={sales}>
        {({ items, nextCursor }) => (
          <>
            {items.length === 0 && <p class="console__hint">{texts.none}</p>}
            <ul class="sales">
              {items.map((sale) => (
                <li key={sale.id} class="sale">
                  <SaleWords sale={sale} />
                  <div class="tools">{tools(sale)}</div>
                </li>
              ))}
            </ul>
            <OlderRows limit={limit} nextCursor={nextCursor} onLimit={setLimit} />
          </>
        )}
      </Loading>
    </>
  );
}

function SaleWords({ sale: { kind, number, at, lines, payments, totalCents } }: { sale: Sale }) {
  const { money, when } = useConsole();
  const till = useTill();
  return (
    <div class="sale__words">
      <p class="sale__head">
        {kind === 'sale' ? till.sale(number) : till.refundNumber(number)} <strong class="figure">{money(totalCents)}</strong>
      </p>
      <p class="console__hint">
        {when(at)} · {payments.map(({ method }) => till.methods[method]).join(', ')}
      </p>
      <p class="console__hint">{lines.map(({ name, quantity }) => `${Math.abs(quantity)} × ${name}`).join(', ')}</p>
    </div>
  );
}

function ToolButton({ label, sale, onPress }: { label: string; sale: Sale; onPress: () => void }) {
  return (
    <button type="button" class="text-button" onClick={onPress}>
      {label}
      <span class="visually-hidden"> ({sale.number})</span>
    </button>
  );
}
