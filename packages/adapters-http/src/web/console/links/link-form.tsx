import { useState } from 'preact/hooks';
import { Field } from '../../components/field.js';
import { useConsole } from '../components/console-context.js';
import { useLinks } from './links-texts.js';

export interface NewLink {
  readonly name: string;
  /** Null: nothing is told to the shop. */
  readonly url: string | null;
}

/** Links another shop: what it is called, and where it is told of sales. */
export function LinkForm({ isBusy, onLink }: { isBusy: boolean; onLink: (link: NewLink) => void }) {
  const { texts } = useConsole();
  const words = useLinks();
  const [name, setName] = useState('');
  const [url, setUrl] = useState('');
  const [isTried, setTried] = useState(false);
  const isWrongUrl = url.trim() !== '' && !URL.canParse(url.trim());
  return (
    <form
      class="narrow-form boxed"
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (name.trim() !== '' && !isWrongUrl) onLink({ name: name.trim(), url: url.trim() === '' ? null : url.trim() });
      }}
    >
      <h2 class="console__subtitle">{words.newLink}</h2>
      <Field
        label={words.name}
        name="name"
        value={name}
        onValue={setName}
        fault={isTried && name.trim() === '' ? words.nameMissing : undefined}
      />
      <Field
        label={words.url}
        name="url"
        value={url}
        onValue={setUrl}
        optional={words.optional}
        hint={words.urlHint}
        fault={isTried && isWrongUrl ? words.urlWrong : undefined}
      />
      <button type="submit" class="button button--inline" aria-disabled={isBusy}>
        {isBusy ? texts.busy : words.create}
      </button>
    </form>
  );
}
