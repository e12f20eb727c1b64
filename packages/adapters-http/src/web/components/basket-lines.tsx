import { useRef } from 'preact/hooks';
import type { BasketAction } from '../basket.js';
import type { PricedBasket, PricedLine } from '../priced-basket.js';
import { QUANTITY_MAX } from '../remaining.js';
import { usePage } from './page-context.js';
import { Quantity } from './quantity.js';

export interface BasketLinesProps {
  readonly priced: PricedBasket;
  /** Keys of lines the till found fault with. */
  readonly faulty?: ReadonlySet<string>;
  readonly change: (action: BasketAction) => void;
  readonly onEdit: (line: PricedLine) => void;
  readonly say: (message: string) => void;
}

export function BasketLines({ priced, faulty, change, onEdit, say }: BasketLinesProps) {
  const { texts } = usePage();
  const list = useRef<HTMLUListElement>(null);

  const reduce = ({ key, left }: PricedLine) => {
    change({ kind: 'quantity', key, quantity: left });
    list.current?.focus();
  };

  const remove = ({ key, item }: PricedLine) => {
    change({ kind: 'remove', key });
    say(texts.removed(item.name));
    // The button that had the focus is about to go.
    list.current?.focus();
  };

  return (
    // biome-ignore lint/a11y/noRedundantRoles: Safari drops the list role of a list without markers
    <ul class="lines" role="list" ref={list} tabIndex={-1} aria-label={texts.yourOrder}>
      {priced.lines.map((line, index) => (
        <Line
          // By position: a line whose choices were edited is another wish, yet the focus must stay on its button.
          key={`${line.line.itemId} ${index}`}
          line={line}
          isFaulty={faulty?.has(line.key) ?? false}
          onQuantity={(quantity) => change({ kind: 'quantity', key: line.key, quantity })}
          onReduce={() => reduce(line)}
          onEdit={() => onEdit(line)}
          onRemove={() => remove(line)}
        />
      ))}
    </ul>
  );
}

interface LineProps {
  readonly line: PricedLine;
  readonly isFaulty: boolean;
  readonly onQuantity: (quantity: number) => void;
  readonly onReduce: () => void;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

function Line({ line: priced, isFaulty, onQuantity, onReduce, onEdit, onRemove }: LineProps) {
  const { texts, contentLang, money } = usePage();
  const { line, item, variantName, optionNames, state, left, max, totalCents } = priced;
  const chosen = [variantName, ...optionNames].filter((name) => name !== null).join(', ');
  return (
    <li class={`line${state === 'sold_out' ? ' line--sold-out' : ''}`}>
      <div class="line__head">
        <span class="line__name" lang={contentLang}>
          {item.name}
        </span>
        <span class="line__total figure">{money(totalCents)}</span>
      </div>
      {chosen !== '' && (
        <p class="line__chosen" lang={contentLang}>
          {chosen}
        </p>
      )}
      {line.note !== '' && <p class="line__note">« {line.note} »</p>}
      {state === 'sold_out' && <p class="fault">{texts.lineSoldOut}</p>}
      {(state === 'incomplete' || isFaulty) && <p class="fault">{texts.lineIncomplete}</p>}
      {state === 'ok' && line.quantity === max && max < QUANTITY_MAX && <p class="line__note">{texts.noMore}</p>}
      {state === 'short' && (
        <p class="fault">
          {texts.lineShort(left)}{' '}
          <button type="button" class="text-button" onClick={onReduce}>
            {texts.reduceTo(left)}
            <span class="visually-hidden"> {item.name}</span>
          </button>
        </p>
      )}
      <div class="line__tools">
        <Quantity label={texts.quantityOf(item.name)} value={line.quantity} max={max} onChange={onQuantity} />
        {item.available && (
          <button type="button" class="text-button" onClick={onEdit}>
            {texts.edit}
            <span class="visually-hidden"> {item.name}</span>
          </button>
        )}
        <button type="button" class="text-button" onClick={onRemove}>
          {texts.remove}
          <span class="visually-hidden"> {item.name}</span>
        </button>
      </div>
    </li>
  );
}
