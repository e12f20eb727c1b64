import { useState } from 'preact/hooks';
import { FieldFrame } from '../../components/field-frame.js';
import type { FormControl } from '../hooks/use-form.js';
import { useManage } from './manage-context.js';

export interface PasswordFieldProps extends FormControl {
  readonly label: string;
  readonly autoComplete: 'current-password' | 'new-password';
  readonly hint?: string;
}

/** A password, which can be looked at while it is typed. */
export function PasswordField({ label, name, value, onValue, autoComplete, hint, fault }: PasswordFieldProps) {
  const { texts } = useManage();
  const [isShown, setShown] = useState(false);
  const reveal = (
    <button type="button" class="text-button field__reveal" onClick={() => setShown(!isShown)}>
      {isShown ? texts.hide : texts.show}
      <span class="visually-hidden"> ({label})</span>
    </button>
  );
  return (
    <FieldFrame label={label} hint={hint} fault={fault} beside={reveal}>
      {(control) => {
        const attributes = {
          ...control,
          name,
          value,
          autoComplete,
          autoCapitalize: 'none',
          spellcheck: false,
          onInput: (event: { currentTarget: HTMLInputElement }) => onValue(event.currentTarget.value),
        } as const;
        return isShown ? <input {...attributes} type="text" list={undefined} /> : <input {...attributes} type="password" />;
      }}
    </FieldFrame>
  );
}
