import { FieldFrame } from '../../components/field-frame.js';

interface ChoiceFieldProps<Choice extends string> {
  readonly label: string;
  readonly name: string;
  readonly choices: readonly Choice[];
  readonly chosen: Choice;
  readonly wordsOf: (choice: Choice) => string;
  readonly onChoice: (choice: Choice) => void;
}

/** One of several. */
export function ChoiceField<Choice extends string>({ label, name, choices, chosen, wordsOf, onChoice }: ChoiceFieldProps<Choice>) {
  return (
    <FieldFrame label={label} fault={undefined}>
      {({ id }) => (
        <select
          id={id}
          name={name}
          value={chosen}
          onChange={({ currentTarget: { value } }) => onChoice(choices.find((known) => known === value) ?? chosen)}
        >
          {choices.map((choice) => (
            <option key={choice} value={choice}>
              {wordsOf(choice)}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  );
}
