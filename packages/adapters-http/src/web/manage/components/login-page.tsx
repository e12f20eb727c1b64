import { callRpc } from '../../client/rpc.js';
import { Field } from '../../components/field.js';
import { Notice } from '../../components/notice.js';
import { managePath } from '../../page-paths.js';
import { entryFaults } from '../form-faults.js';
import { useForm } from '../hooks/use-form.js';
import type { LoginView } from '../manage-view.js';
import { FormFrame } from './form-frame.js';
import { useManage } from './manage-context.js';
import { PasswordField } from './password-field.js';
import { ProviderLink } from './provider-link.js';

export function LoginPage({ view }: { view: LoginView }) {
  const { texts, link } = useManage();
  const form = useForm({
    initial: { email: '', password: '' },
    check: entryFaults,
    send: ({ email, password }) => callRpc('auth.login', { email: email.trim(), password }),
    onDone: () => location.assign(view.returnTo === managePath() ? link() : view.returnTo),
  });
  return (
    <>
      <h1 class="manage__title">{texts.headings.login}</h1>
      {view.fault !== null && <Notice tone="warm">{texts.providerFaults[view.fault]}</Notice>}
      <FormFrame form={form} action={{ idle: texts.signIn, busy: texts.signingIn }}>
        <Field label={texts.email} type="email" autoComplete="username" {...form.control('email')} />
        <PasswordField label={texts.password} autoComplete="current-password" {...form.control('password')} />
      </FormFrame>
      <p class="manage__beside">
        <a href={link('forgot')}>{texts.forgotten}</a>
      </p>
      {view.providerUrl !== null && <ProviderLink href={view.providerUrl} />}
    </>
  );
}
