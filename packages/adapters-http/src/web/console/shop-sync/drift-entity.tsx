import { ORDER_FIELDS, PRODUCT_FIELDS } from '@comptoir/core/shop-sync/drift/differing-fields.js';
import type { AnswerOf } from '../wire.js';
import { type ShopSyncTexts, useShopSync } from './texts/shop-sync-texts.js';

export type EntityDrift = NonNullable<AnswerOf<'shopSync.getDriftReport'>>['entities'][number];
type Sample = EntityDrift['missingHere'];

/** One kind of records: how many are on each side, what is missing, and which fields differ in which of them. */
export function DriftEntityBox({ drift }: { drift: EntityDrift }) {
  const words = useShopSync();
  const { entity, shop, here, compared, missingHere, missingInShop, fields } = drift;
  const total = [missingHere, missingInShop, ...fields].reduce((sum, { count }) => sum + count, 0);
  const differing = fields.filter(({ count }) => count > 0);
  const figures: readonly (readonly [string, number])[] = [
    [words.inShop, shop],
    [words.here, here],
    [words.missingHere, missingHere.count],
    [words.missingInShop, missingInShop.count],
    // Of some kinds only how many there are is compared.
    ...(fields.length === 0 ? [] : [[words.fieldsCompared, compared] as const]),
  ];
  const samples: readonly (readonly [string, Sample])[] = [
    ...(missingHere.count === 0 ? [] : [[words.missingHere, missingHere] as const]),
    ...(missingInShop.count === 0 ? [] : [[words.missingInShop, missingInShop] as const]),
    ...differing.map((field) => [`${fieldName(words, field.field)} (${words.count(field.count)})`, field] as const),
  ];
  return (
    <section class="card" aria-label={words.driftEntities[entity]}>
      <h2 class="card__name">
        {words.driftEntities[entity]}{' '}
        <span class={`badge ${total === 0 ? 'badge--good' : 'badge--fault'}`}>{total === 0 ? words.same : words.differences(total)}</span>
      </h2>
      <dl class="figures">
        {figures.map(([label, count]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd class="figure">{words.count(count)}</dd>
          </div>
        ))}
      </dl>
      {samples.length > 0 && (
        <dl class="facts">
          {samples.map(([label, { externalIds, count }]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{words.ids(externalIds.join(', '), count - externalIds.length)}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

function fieldName({ fields }: ShopSyncTexts, field: string): string {
  const known = [...PRODUCT_FIELDS, ...ORDER_FIELDS].find((one) => one === field);
  return known === undefined ? field : fields[known];
}
