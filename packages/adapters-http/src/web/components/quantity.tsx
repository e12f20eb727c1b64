import { QUANTITY_MAX } from '../basket.js';
import { Icon } from './icon.js';
import { usePage } from './page-context.js';

export function Quantity({ label, value, onChange }: { label: string; value: number; onChange: (value: number) => void }) {
  const { texts } = usePage();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would put its legend into the layout; a group says the same
    <div class="quantity" role="group" aria-label={label}>
      <button type="button" class="icon-button" disabled={value <= 1} onClick={() => onChange(value - 1)}>
        <Icon name="minus" />
        <span class="visually-hidden">{texts.oneLess}</span>
      </button>
      <output class="quantity__value">{value}</output>
      <button type="button" class="icon-button" disabled={value >= QUANTITY_MAX} onClick={() => onChange(value + 1)}>
        <Icon name="plus" />
        <span class="visually-hidden">{texts.oneMore}</span>
      </button>
    </div>
  );
}
