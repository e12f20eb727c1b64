import { useEffect, useRef } from 'preact/hooks';
import { useConsole } from '../components/console-context.js';
import type { AnswerOf } from '../wire.js';
import { useTill } from './texts/till-texts.js';

interface ReceiptSheetProps {
  readonly receipt: AnswerOf<'posOrders.receipt'>;
  readonly onClose: () => void;
}

/** A receipt as it is printed, and first what is given back. */
export function ReceiptSheet({ receipt, onClose }: ReceiptSheetProps) {
  const { money } = useConsole();
  const till = useTill();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section class="receipt">
      <h2 class="console__subtitle" tabIndex={-1} ref={heading}>
        {till.receipt(receipt.number)}
      </h2>
      {receipt.changeCents > 0 && (
        <p class="receipt__change">
          {till.change} <strong class="figure">{money(receipt.changeCents)}</strong>
        </p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section class="receipt__text" tabIndex={0} aria-label={till.receipt(receipt.number)}>
        <pre>{receipt.text}</pre>
      </section>
      <div class="receipt__tools">
        <button type="button" class="button button--inline" onClick={() => print()}>
          {till.print}
        </button>
        <button type="button" class="button button--inline button--quiet" onClick={onClose}>
          {till.close}
        </button>
      </div>
    </section>
  );
}
