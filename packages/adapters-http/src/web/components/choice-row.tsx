import type { ComponentChildren } from 'preact';

export interface ChoiceRowProps {
  readonly type: 'radio' | 'checkbox';
  readonly name: string;
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly price: string;
  /** A few words beside the name. */
  readonly hint?: string | undefined;
  readonly children: ComponentChildren;
  readonly onChoose: () => void;
}

/** One line of a choice: its whole width is the target. */
export function ChoiceRow({ type, name, checked, disabled = false, price, hint, children, onChoose }: ChoiceRowProps) {
  return (
    <label class="choice">
      <input type={type} name={name} checked={checked} disabled={disabled} onChange={onChoose} />
      <span class="choice__name">
        {children}
        {hint !== undefined && <span class="choice__hint"> {hint}</span>}
      </span>
      <span class="choice__price figure">{price}</span>
    </label>
  );
}
