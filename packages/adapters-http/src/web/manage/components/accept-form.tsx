import { PASSWORD_MIN } from '@comptoir/core/identity/password-length.js';
import { acceptInvite } from '../../client/rpc.js';
import { Field } from '../../components/field.js';
import { Notice } from '../../components/notice.js';
import { entryFaults, type FormValues, newPasswordFaults } from '../form-faults.js';
import { useForm } from '../hooks/use-form.js';
import type { InviteView } from '../manage-view.js';
import { FormFrame } from './form-frame.js';
import { useManage } from './manage-context.js';
import { PasswordField } from './password-field.js';

export interface AcceptFormProps {
  /** The payload of the link. */
  readonly d: string;
  readonly invite: InviteView;
  readonly signedInAs: string | null;
}

/** A new person says who they are; a known one proves it, unless they are signed in already. */
export function AcceptForm({ d, invite, signedInAs }: AcceptFormProps) {
  const { texts, link } = useManage();
  const isInvited = signedInAs === invite.email;
  const form = useForm({
    initial: fieldsOf(invite, isInvited),
    check: invite.known ? entryFaults : newPasswordFaults,
    send: ({ name, password }) => acceptInvite({ d, name: name?.trim(), password }),
    onDone: () => location.assign(link()),
  });
  return (
    <>
      <p class="manage__words">{isInvited ? texts.acceptAs(invite.email) : invite.known ? texts.acceptKnown : texts.acceptNew}</p>
      {signedInAs !== null && !isInvited && <Notice tone="quiet">{texts.otherSession(signedInAs, invite.email)}</Notice>}
      <FormFrame form={form} action={{ idle: texts.accept, busy: texts.sending }}>
        {!isInvited && (
          <Field label={texts.email} type="email" autoComplete="username" readOnly {...form.control('email')} value={invite.email} />
        )}
        {!invite.known && <Field label={texts.name} autoComplete="name" {...form.control('name')} />}
        {!isInvited && (
          <PasswordField
            label={invite.known ? texts.password : texts.newPassword}
            autoComplete={invite.known ? 'current-password' : 'new-password'}
            {...(!invite.known && { hint: texts.passwordRules(PASSWORD_MIN) })}
            {...form.control('password')}
          />
        )}
      </FormFrame>
      {invite.known && !isInvited && (
        <p class="manage__beside">
          <a href={link('forgot')}>{texts.forgotten}</a>
        </p>
      )}
    </>
  );
}

function fieldsOf({ known }: InviteView, isInvited: boolean): FormValues {
  if (isInvited) return {};
  return known ? { password: '' } : { name: '', password: '' };
}
