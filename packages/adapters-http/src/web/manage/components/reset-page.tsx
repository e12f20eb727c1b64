import { PASSWORD_MIN } from '@comptoir/core/identity/password-length.js';
import { useState } from 'preact/hooks';
import { callRpc } from '../../client/rpc.js';
import { newPasswordFaults } from '../form-faults.js';
import { useForm } from '../hooks/use-form.js';
import { BrokenLink } from './broken-link.js';
import { FormFrame } from './form-frame.js';
import { useManage } from './manage-context.js';
import { Outcome } from './outcome.js';
import { PasswordField } from './password-field.js';

/** A new password, by the link of a mail. */
export function ResetPage({ hasToken, token }: { hasToken: boolean; token: string }) {
  const { texts, link } = useManage();
  const [isDone, setDone] = useState(false);
  const form = useForm({
    initial: { password: '', repeated: '' },
    check: newPasswordFaults,
    send: ({ password }) => callRpc('auth.resetPassword', { token, password }),
    onDone: () => setDone(true),
  });
  if (!hasToken) return <BrokenLink page="reset" />;
  if (isDone) {
    return (
      <Outcome title={texts.resetDone}>
        <p class="manage__words">{texts.resetDoneHint}</p>
        <a class="button" href={link('login')}>
          {texts.signIn}
        </a>
      </Outcome>
    );
  }
  return (
    <>
      <h1 class="manage__title">{texts.headings.reset}</h1>
      <FormFrame form={form} action={{ idle: texts.setPassword, busy: texts.sending }}>
        <PasswordField
          label={texts.newPassword}
          autoComplete="new-password"
          hint={texts.passwordRules(PASSWORD_MIN)}
          {...form.control('password')}
        />
        <PasswordField label={texts.repeatPassword} autoComplete="new-password" {...form.control('repeated')} />
      </FormFrame>
      <p class="manage__beside">
        <a href={link('forgot')}>{texts.askAnew}</a>
      </p>
    </>
  );
}
