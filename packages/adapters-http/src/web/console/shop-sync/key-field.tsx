import { useState } from 'preact/hooks';
import { FieldFrame } from '../../components/field-frame.js';
import { useShopSync } from './texts/shop-sync-texts.js';

interface KeyFieldProps {
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly fault: string | undefined;
}

/** The key of a shop, which can be looked at while it is typed, and which no browser keeps. */
export function KeyField({ value, onValue, fault }: KeyFieldProps) {
  const words = useShopSync();
  const [isShown, setShown] = useState(false);
  const reveal = (
    <button type="button" class="text-button field__reveal" onClick={() => setShown(!isShown)}>
      {isShown ? words.hideKey : words.showKey}
      <span class="visually-hidden"> ({words.key})</span>
    </button>
  );
  return (
    <FieldFrame label={words.key} hint={words.keyHint} fault={fault} beside={reveal}>
      {(control) => {
        const attributes = {
          ...control,
          name: 'shop-key',
          value,
          autoComplete: 'off',
          autoCapitalize: 'none',
          spellcheck: false,
          onInput: (event: { currentTarget: HTMLInputElement }) => onValue(event.currentTarget.value),
        } as const;
        return isShown ? <input {...attributes} type="text" list={undefined} /> : <input {...attributes} type="password" />;
      }}
    </FieldFrame>
  );
}
