import { ALLERGENS } from '@comptoir/core/catalogue/item.js';
import { usePage } from './page-context.js';

export function Allergens({ allergens }: { allergens: readonly string[] }) {
  const { texts } = usePage();
  if (allergens.length === 0) return null;
  const names = allergens.map((name) => {
    const known = ALLERGENS.find((allergen) => allergen === name);
    return known === undefined ? name : texts.allergens[known];
  });
  return (
    <p class="allergens">
      <span class="allergens__label">{texts.allergensLabel}</span> {names.join(', ')}
    </p>
  );
}
