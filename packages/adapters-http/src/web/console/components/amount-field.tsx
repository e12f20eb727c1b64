import { FieldFrame } from '../../components/field-frame.js';

interface AmountFieldProps {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly fault: string | undefined;
  readonly hint?: string | undefined;
  readonly placeholder?: string | undefined;
  /** The word that says that it may stay empty. */
  readonly optional?: string | undefined;
}

/** An amount as it is typed, for which phones show the keys of numbers. */
export function AmountField({ name, value, onValue, placeholder, ...frame }: AmountFieldProps) {
  return (
    <FieldFrame {...frame}>
      {(control) => (
        <input
          {...control}
          list={undefined}
          name={name}
          value={value}
          placeholder={placeholder}
          inputMode="decimal"
          autoComplete="off"
          onInput={(event) => onValue(event.currentTarget.value)}
        />
      )}
    </FieldFrame>
  );
}
