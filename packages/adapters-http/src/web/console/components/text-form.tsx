import { useState } from 'preact/hooks';
import { Field } from '../../components/field.js';
import { useConsole } from './console-context.js';

interface TextFormProps {
  readonly label: string;
  readonly action: string;
  readonly isBusy: boolean;
  readonly initial?: string;
  readonly onText: (text: string) => void;
}

/** A form of one field of text. */
export function TextForm({ label, action, isBusy, initial = '', onText }: TextFormProps) {
  const { texts } = useConsole();
  const [text, setText] = useState(initial);
  return (
    <form
      class="row-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '') onText(text.trim());
      }}
    >
      <Field label={label} name="text" value={text} onValue={setText} fault={undefined} />
      <button type="submit" class="button button--inline" aria-disabled={isBusy}>
        {isBusy ? texts.busy : action}
      </button>
    </form>
  );
}
