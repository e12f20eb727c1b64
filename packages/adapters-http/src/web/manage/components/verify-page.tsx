import { useState } from 'preact/hooks';
import { callRpc } from '../../client/rpc.js';
import { useForm } from '../hooks/use-form.js';
import { BrokenLink } from './broken-link.js';
import { FormFrame } from './form-frame.js';
import { useManage } from './manage-context.js';
import { Outcome } from './outcome.js';

/** Proves an address. Only the button uses the link up: programs that look into mails open links too. */
export function VerifyPage({ hasToken, token }: { hasToken: boolean; token: string }) {
  const { texts, link } = useManage();
  const [isDone, setDone] = useState(false);
  const form = useForm({
    initial: {},
    check: () => ({}),
    send: () => callRpc('auth.verifyEmail', { token }),
    onDone: () => setDone(true),
  });
  if (!hasToken) return <BrokenLink page="verify" />;
  if (isDone) {
    return (
      <Outcome title={texts.verifyDone}>
        <p class="manage__words">{texts.verifyDoneHint}</p>
        <a class="button" href={link()}>
          {texts.toHome}
        </a>
      </Outcome>
    );
  }
  return (
    <>
      <h1 class="manage__title">{texts.headings.verify}</h1>
      <p class="manage__words">{texts.verifyHint}</p>
      <FormFrame form={form} action={{ idle: texts.confirmAddress, busy: texts.sending }} />
      <p class="manage__beside">
        <a href={link('login')}>{texts.toLogin}</a>
      </p>
    </>
  );
}
