import type { CarteItem } from '@comptoir/core/carte/carte.js';
import { useId } from 'preact/hooks';
import { leftInWords } from '../remaining.js';
import { ChoiceRow } from './choice-row.js';
import { usePage } from './page-context.js';

export interface VariantFieldsProps {
  readonly variants: CarteItem['variants'];
  readonly chosen: string | null;
  /** What is wrong with the choice, in words. */
  readonly fault: string | undefined;
  readonly onChoose: (variantId: string) => void;
}

export function VariantFields({ variants, chosen, fault, onChoose }: VariantFieldsProps) {
  const { texts, contentLang, price } = usePage();
  const name = useId();
  return (
    <fieldset
      class="choices"
      data-fault={fault === undefined ? undefined : ''}
      aria-describedby={fault === undefined ? undefined : `${name}-fault`}
    >
      <legend class="choices__title">{texts.chooseVariant}</legend>
      {fault !== undefined && (
        <p class="fault choices__fault" id={`${name}-fault`}>
          {fault}
        </p>
      )}
      {variants.map((variant) => (
        <ChoiceRow
          key={variant.id}
          type="radio"
          name={name}
          checked={variant.id === chosen}
          disabled={variant.remaining === 0}
          price={price(variant.price)}
          hint={leftInWords(variant, texts)}
          onChoose={() => onChoose(variant.id)}
        >
          <span lang={contentLang}>{variant.name}</span>
        </ChoiceRow>
      ))}
    </fieldset>
  );
}
