import { FieldFrame, type FieldFrameProps } from './field-frame.js';

export interface FieldProps extends FieldFrameProps {
  readonly name: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly type?: 'text' | 'tel' | 'email' | 'textarea';
  readonly autoComplete?: 'name' | 'tel' | 'email' | 'username';
  readonly readOnly?: boolean;
}

/** A labelled text field. */
export function Field({ name, value, onValue, type = 'text', autoComplete, readOnly = false, ...frame }: FieldProps) {
  return (
    <FieldFrame {...frame}>
      {(control) =>
        type === 'textarea' ? (
          <textarea {...control} name={name} value={value} rows={2} onInput={(event) => onValue(event.currentTarget.value)} />
        ) : (
          <input
            {...control}
            name={name}
            value={value}
            readOnly={readOnly}
            type={type}
            list={undefined}
            autoComplete={autoComplete}
            onInput={(event) => onValue(event.currentTarget.value)}
          />
        )
      }
    </FieldFrame>
  );
}
