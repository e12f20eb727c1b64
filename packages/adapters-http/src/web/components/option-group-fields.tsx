import { useId } from 'preact/hooks';
import { type CarteOptionGroup, chosenCount, isSingleChoice, toggleOption, withoutGroup } from '../choices.js';
import { ChoiceRow } from './choice-row.js';
import { usePage } from './page-context.js';

export interface OptionGroupFieldsProps {
  readonly group: CarteOptionGroup;
  readonly chosen: readonly string[];
  /** What is wrong with the choice, in words. */
  readonly fault: string | undefined;
  readonly onChoose: (optionIds: readonly string[]) => void;
}

export function OptionGroupFields({ group, chosen, fault, onChoose }: OptionGroupFieldsProps) {
  const { texts, contentLang, price } = usePage();
  const name = useId();
  const count = chosenCount(group, chosen);
  const single = isSingleChoice(group);
  return (
    <fieldset
      class="choices"
      data-fault={fault === undefined ? undefined : ''}
      aria-describedby={fault === undefined ? undefined : `${name}-fault`}
    >
      <legend class="choices__title">
        <span lang={contentLang}>{group.name}</span>{' '}
        <span class="choices__rule">
          {texts.groupRule(group)}
          {!single && count > 0 && ` — ${texts.groupCount(count, Math.min(group.max, group.options.length))}`}
        </span>
      </legend>
      {fault !== undefined && (
        <p class="fault choices__fault" id={`${name}-fault`}>
          {fault}
        </p>
      )}
      {single && group.min === 0 && (
        <ChoiceRow type="radio" name={name} checked={count === 0} price="" onChoose={() => onChoose(withoutGroup(group, chosen))}>
          {texts.none}
        </ChoiceRow>
      )}
      {group.options.map((option) => {
        const checked = chosen.includes(option.id);
        return (
          <ChoiceRow
            key={option.id}
            type={single ? 'radio' : 'checkbox'}
            name={name}
            checked={checked}
            disabled={!single && !checked && count >= group.max}
            price={option.price === 0 ? '' : `+ ${price(option.price)}`}
            onChoose={() => onChoose(toggleOption(group, chosen, option.id))}
          >
            <span lang={contentLang}>{option.name}</span>
          </ChoiceRow>
        );
      })}
    </fieldset>
  );
}
