import { Icon } from './icon.js';
import { usePage } from './page-context.js';

export interface QuantityProps {
  readonly label: string;
  readonly value: number;
  readonly max: number;
  readonly onChange: (value: number) => void;
}

export function Quantity({ label, value, max, onChange }: QuantityProps) {
  const { texts } = usePage();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would put its legend into the layout; a group says the same
    <div class="quantity" role="group" aria-label={label}>
      <button type="button" class="icon-button" disabled={value <= 1} onClick={() => onChange(value - 1)}>
        <Icon name="minus" />
        <span class="visually-hidden">{texts.oneLess}</span>
      </button>
      <output class="quantity__value">{value}</output>
      <button type="button" class="icon-button" disabled={value >= max} onClick={() => onChange(value + 1)}>
        <Icon name="plus" />
        <span class="visually-hidden">{texts.oneMore}</span>
      </button>
    </div>
  );
}
