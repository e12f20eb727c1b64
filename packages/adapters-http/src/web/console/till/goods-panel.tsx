import { useState } from 'preact/hooks';
import { ask } from '../../client/console-rpc.js';
import { useConsole } from '../components/console-context.js';
import { Loading } from '../components/loading.js';
import { useAnswer } from '../hooks/use-answer.js';
import type { AnswerOf } from '../wire.js';
import type { Good } from './basket.js';
import { FreeGoodForm } from './free-good-form.js';
import { useTill } from './texts/till-texts.js';

type Product = AnswerOf<'products.get'>;

const SHOWN = 40;

/** What can be sold: found by name, code or barcode, or typed in. */
export function GoodsPanel({ onGood }: { onGood: (good: Good) => void }) {
  const { may } = useConsole();
  const till = useTill();
  const [search, setSearch] = useState('');
  const [isUnknown, setUnknown] = useState(false);
  const products = useAnswer('products.list', may('products:read') ? { search: search.trim(), pageSize: SHOWN, sort: 'name' } : null);

  /** A reader types the barcode and presses Enter. */
  const scan = async () => {
    const barcode = search.trim();
    if (barcode === '') return;
    const { answer } = await ask('posOrders.lookup', { barcode });
    setUnknown(answer === null);
    if (answer === null) return;
    onGood(answer);
    setSearch('');
  };

  return (
    <section class="counter__goods" aria-label={till.goods}>
      <search>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void scan();
          }}
        >
          <div class="field">
            <label for="search">{till.search}</label>
            <input
              id="search"
              name="search"
              type="search"
              autoComplete="off"
              value={search}
              onInput={(event) => {
                setUnknown(false);
                setSearch(event.currentTarget.value);
              }}
              aria-describedby="search-hint"
            />
            <p class="field__hint" id="search-hint">
              {till.searchHint}
            </p>
            <p class="fault" role="alert">
              {isUnknown && till.unknownCode}
            </p>
          </div>
        </form>
      </search>
      {may('products:read') && (
        <Loading of={products}>
          {({ items, total }) => (
            <>
              {items.length === 0 && <p class="console__hint">{till.nothingFound}</p>}
              <ul class="goods-grid">
                {items.flatMap(goodsOf).map((good) => (
                  <li key={`${good.itemId} ${good.variantId}`}>
                    <GoodButton good={good} onGood={onGood} />
                  </li>
                ))}
              </ul>
              {total > items.length && <p class="console__hint">{till.moreGoods(total - items.length)}</p>}
            </>
          )}
        </Loading>
      )}
      <FreeGoodForm onGood={onGood} />
    </section>
  );
}

function GoodButton({ good, onGood }: { good: Good; onGood: (good: Good) => void }) {
  const { money } = useConsole();
  return (
    <button type="button" class="good-button" onClick={() => onGood(good)}>
      <span>{good.name}</span>
      <span class="figure">{money(good.unitPriceCents)}</span>
    </button>
  );
}

/** A product, or each of its variants. */
function goodsOf({ id: itemId, name, priceCents, taxBasisPoints, variants }: Product): readonly Good[] {
  if (variants.length === 0) return [{ itemId, variantId: null, name, unitPriceCents: priceCents, taxBasisPoints }];
  return variants.map((variant) => ({
    itemId,
    variantId: variant.id,
    name: `${name} ${variant.name}`,
    unitPriceCents: variant.priceCents,
    taxBasisPoints,
  }));
}
