import type { OnboardView } from '../manage-view.js';
import { AcceptForm } from './accept-form.js';
import { useManage } from './manage-context.js';
import { ProviderLink } from './provider-link.js';

/** An invite: to what, as what, and the form that accepts it; or why it opens nothing. */
export function OnboardPage({ view }: { view: OnboardView }) {
  const { texts, link } = useManage();
  const { d, invite, signedInAs, providerUrl } = view;
  if (typeof invite === 'string') {
    return (
      <>
        <h1 class="manage__title">{texts.inviteOver}</h1>
        <p class="manage__words">{texts.refusals[invite]}</p>
        <p class="manage__beside">
          <a href={link('login')}>{texts.toLogin}</a>
        </p>
      </>
    );
  }
  return (
    <>
      <h1 class="manage__title">{texts.inviteTo(invite.tenantName)}</h1>
      <dl class="facts">
        <div>
          <dt>{texts.establishment}</dt>
          <dd>{invite.siteName ?? texts.everywhere}</dd>
        </div>
        <div>
          <dt>{texts.role}</dt>
          <dd>{invite.roles.map((role) => texts.roles[role]).join(', ')}</dd>
        </div>
      </dl>
      <AcceptForm d={d} invite={invite} signedInAs={signedInAs} />
      {invite.known && signedInAs !== invite.email && providerUrl !== null && <ProviderLink href={providerUrl} />}
    </>
  );
}
