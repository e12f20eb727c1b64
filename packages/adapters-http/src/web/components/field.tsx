import { useId } from 'preact/hooks';
import { usePage } from './page-context.js';

export interface FieldProps {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly type?: 'text' | 'tel' | 'email' | 'textarea';
  readonly autoComplete?: 'name' | 'tel' | 'email';
  readonly required?: boolean;
  readonly hint?: string;
  /** What is wrong with it, in words. */
  readonly fault: string | undefined;
}

/** A labelled text field. What is wrong with it is said below it and read out with it. */
export function Field({ label, name, value, onValue, type = 'text', autoComplete, required = false, hint, fault }: FieldProps) {
  const { texts } = usePage();
  const id = useId();
  const described = [hint === undefined ? '' : `${id}-hint`, fault === undefined ? '' : `${id}-fault`].join(' ').trim();
  const shared = {
    id,
    name,
    value,
    required,
    'aria-invalid': fault !== undefined,
    'aria-describedby': described === '' ? undefined : described,
  };
  return (
    <div class="field">
      <label for={id}>
        {label} {!required && <span class="field__optional">{texts.optional}</span>}
      </label>
      {type === 'textarea' ? (
        <textarea {...shared} rows={2} onInput={(event) => onValue(event.currentTarget.value)} />
      ) : (
        <input
          {...shared}
          type={type}
          list={undefined}
          autoComplete={autoComplete}
          onInput={(event) => onValue(event.currentTarget.value)}
        />
      )}
      {hint !== undefined && (
        <p class="field__hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {fault !== undefined && (
        <p class="fault" id={`${id}-fault`}>
          {fault}
        </p>
      )}
    </div>
  );
}
