import { Icon } from './icon.js';
import { useSharedPage } from './page-context.js';

export interface QuantityProps {
  readonly label: string;
  readonly value: number;
  /** 1 when left out. */
  readonly min?: number;
  readonly max: number;
  readonly onChange: (value: number) => void;
}

export function Quantity({ label, value, min = 1, max, onChange }: QuantityProps) {
  const { texts } = useSharedPage();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would put its legend into the layout; a group says the same
    <div class="quantity" role="group" aria-label={label}>
      <button type="button" class="icon-button" disabled={value <= min} onClick={() => onChange(value - 1)}>
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
