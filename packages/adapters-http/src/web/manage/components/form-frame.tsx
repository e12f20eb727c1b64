import type { ComponentChildren } from 'preact';
import { Notice } from '../../components/notice.js';
import type { Form } from '../hooks/use-form.js';
import { useManage } from './manage-context.js';
import { RefusalWords } from './refusal-words.js';

export interface FormFrameProps {
  readonly form: Form;
  /** What the button says, and what while it is at it. */
  readonly action: { readonly idle: string; readonly busy: string };
  readonly children?: ComponentChildren;
}

/**
 * A form with its button and, above it, why it was refused. Until the script runs the button does nothing: a browser that sent the
 * form by itself would put a password where it does not belong.
 */
export function FormFrame({ form, action, children }: FormFrameProps) {
  const { texts } = useManage();
  return (
    <>
      <form
        class="form needs-script"
        method="post"
        ref={form.element}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void form.submit();
        }}
      >
        {children}
        <p class="fault" role="alert">
          {form.refusal !== null && <RefusalWords refusal={form.refusal} />}
        </p>
        <button type="submit" class="button button--steady" disabled={!form.isReady} aria-disabled={form.isBusy}>
          {form.isBusy ? action.busy : action.idle}
        </button>
      </form>
      <div class="plain-only">
        <Notice tone="warm">{texts.needsScript}</Notice>
      </div>
    </>
  );
}
