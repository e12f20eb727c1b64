import { useState } from 'preact/hooks';
import { callRpc } from '../../client/rpc.js';
import { Field } from '../../components/field.js';
import { entryFaults } from '../form-faults.js';
import { useForm } from '../hooks/use-form.js';
import { FormFrame } from './form-frame.js';
import { useManage } from './manage-context.js';
import { Outcome } from './outcome.js';

/** Asks for a mail. The answer is the same whether the address is known or not. */
export function ForgotPage() {
  const { texts, link } = useManage();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useForm({
    initial: { email: '' },
    check: entryFaults,
    send: ({ email }) => callRpc('auth.requestPasswordReset', { email: email.trim() }),
    onDone: ({ email }) => setSentTo(email.trim()),
  });
  const toLogin = (
    <p class="manage__beside">
      <a href={link('login')}>{texts.toLogin}</a>
    </p>
  );
  if (sentTo !== null) {
    return (
      <Outcome title={texts.forgotDone}>
        <p class="manage__words">{texts.forgotDoneHint(sentTo)}</p>
        {toLogin}
      </Outcome>
    );
  }
  return (
    <>
      <h1 class="manage__title">{texts.headings.forgot}</h1>
      <p class="manage__words">{texts.forgotHint}</p>
      <FormFrame form={form} action={{ idle: texts.sendLink, busy: texts.sending }}>
        <Field label={texts.email} type="email" autoComplete="username" {...form.control('email')} />
      </FormFrame>
      {toLogin}
    </>
  );
}
