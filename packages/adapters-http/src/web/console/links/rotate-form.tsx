import { GRACE_HOURS } from '@comptoir/core/links/grace-hours.js';
import { useState } from 'preact/hooks';
import { Field } from '../../components/field.js';
import { useConsole } from '../components/console-context.js';
import { useLinks } from './links-texts.js';

/** Gives a link a new secret; the one before is good for some hours more. */
export function RotateForm({ isBusy, onRotate }: { isBusy: boolean; onRotate: (graceHours: number) => void }) {
  const { texts } = useConsole();
  const words = useLinks();
  const [text, setText] = useState(String(GRACE_HOURS.default));
  const hours = /^\d{1,3}$/.test(text.trim()) ? Number(text) : Number.NaN;
  const isWrong = !(hours <= GRACE_HOURS.max);
  return (
    <details class="fold">
      <summary>{words.rotate}</summary>
      <form
        class="fold__form"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isWrong) onRotate(hours);
        }}
      >
        <Field
          label={words.grace}
          name="grace"
          value={text}
          onValue={setText}
          hint={words.graceHint}
          fault={isWrong ? words.graceWrong(GRACE_HOURS.max) : undefined}
        />
        <button type="submit" class="button button--inline" aria-disabled={isBusy}>
          {isBusy ? texts.busy : words.rotateNow}
        </button>
      </form>
    </details>
  );
}
