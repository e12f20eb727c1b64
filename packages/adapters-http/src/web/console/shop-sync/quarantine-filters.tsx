import { SHOP_ENTITIES } from '@comptoir/core/shop-sync/shop-records.js';
import { useState } from 'preact/hooks';
import { Field } from '../../components/field.js';
import { ChoiceField } from '../components/choice-field.js';
import type { QuarantineFilter } from './quarantine-part.js';
import { useShopSync } from './texts/shop-sync-texts.js';

const WHICH = ['waiting', 'dismissed'] as const;
const KINDS = ['all', ...SHOP_ENTITIES] as const;

interface QuarantineFiltersProps {
  readonly filter: QuarantineFilter;
  readonly onFilter: (filter: QuarantineFilter) => void;
}

/** Which records of the quarantine are listed. */
export function QuarantineFilters({ filter, onFilter }: QuarantineFiltersProps) {
  const words = useShopSync();
  const [search, setSearch] = useState(filter.search);
  return (
    <form
      class="row-form row-form--wide"
      onSubmit={(event) => {
        event.preventDefault();
        onFilter({ ...filter, search: search.trim() });
      }}
    >
      <ChoiceField
        label={words.which}
        name="which"
        choices={WHICH}
        chosen={filter.dismissed ? 'dismissed' : 'waiting'}
        wordsOf={(which) => words[which]}
        onChoice={(which) => onFilter({ ...filter, dismissed: which === 'dismissed' })}
      />
      <ChoiceField
        label={words.kind}
        name="kind"
        choices={KINDS}
        chosen={filter.entity ?? 'all'}
        wordsOf={(kind) => (kind === 'all' ? words.allKinds : words.entities[kind])}
        onChoice={(kind) => onFilter({ ...filter, entity: kind === 'all' ? null : kind })}
      />
      <Field label={words.search} name="search" value={search} onValue={setSearch} optional={words.optional} fault={undefined} />
      <button type="submit" class="button button--inline button--quiet">
        {words.find}
      </button>
    </form>
  );
}
