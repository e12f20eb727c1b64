import { useState } from 'preact/hooks';
import { Field } from '../../components/field.js';
import { parseCents, parsePercent } from '../amounts.js';
import { AmountField } from '../components/amount-field.js';
import type { Good } from './basket.js';
import { useTill } from './texts/till-texts.js';

const EMPTY = { name: '', price: '', rate: '20' } as const;

/** Something that is not in the catalogue: its name, its price and the rate of its tax are typed in. */
export function FreeGoodForm({ onGood }: { onGood: (good: Good) => void }) {
  const till = useTill();
  const [typed, setTyped] = useState<Readonly<Record<keyof typeof EMPTY, string>>>(EMPTY);
  const [isTried, setTried] = useState(false);
  const set = (field: keyof typeof EMPTY) => (value: string) => setTyped((before) => ({ ...before, [field]: value }));
  const name = typed.name.trim();
  const [unitPriceCents, taxBasisPoints] = [parseCents(typed.price), parsePercent(typed.rate)];
  const fault = (isWrong: boolean, words: string) => (isTried && isWrong ? words : undefined);
  return (
    <details class="fold">
      <summary>{till.freeGood}</summary>
      <form
        class="fold__form"
        onSubmit={(event) => {
          event.preventDefault();
          const isWhole = name !== '' && unitPriceCents !== null && taxBasisPoints !== null;
          setTried(!isWhole);
          if (!isWhole) return;
          onGood({ itemId: null, variantId: null, name, unitPriceCents, taxBasisPoints });
          setTyped({ ...EMPTY, rate: typed.rate });
        }}
      >
        <Field label={till.goodName} name="name" value={typed.name} onValue={set('name')} fault={fault(name === '', till.nameMissing)} />
        <div class="field-pair">
          <AmountField
            label={till.unitPrice}
            name="price"
            value={typed.price}
            onValue={set('price')}
            fault={fault(unitPriceCents === null, till.paymentFaults.not_an_amount)}
          />
          <AmountField
            label={till.taxRate}
            name="rate"
            value={typed.rate}
            onValue={set('rate')}
            fault={fault(taxBasisPoints === null, till.notAPercentage)}
          />
        </div>
        <button type="submit" class="button button--quiet">
          {till.add}
        </button>
      </form>
    </details>
  );
}
