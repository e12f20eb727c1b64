import { useState } from 'preact/hooks';
import { callRpc } from '../../client/rpc.js';
import { Notice } from '../../components/notice.js';
import { useStep } from '../hooks/use-step.js';
import type { Acting, HomeView } from '../manage-view.js';
import { useManage } from './manage-context.js';
import { PersonHead } from './person-head.js';
import { PlaceChoice } from './place-choice.js';
import { RefusalWords } from './refusal-words.js';
import { SESSIONS_TITLE, SessionList } from './session-list.js';

/** Who is signed in, what they act for, and where else they are signed in. */
export function HomePage({ view }: { view: HomeView }) {
  const { texts, link } = useManage();
  const [acting, setActing] = useState(view.acting);
  const [sessions, setSessions] = useState(view.sessions);
  const step = useStep();

  const choose = (next: Acting, name: string) =>
    step.take(`${next.tenantId} ${next.siteId}`, () => callRpc('tenants.switch', { ...next }), {
      onDone: () => setActing(next),
      said: texts.nowActingFor(name),
    });
  const end = (id: string) =>
    step.take(id, () => callRpc('profile.revokeSession', { id }), {
      onDone: () => {
        setSessions((open) => open.filter((session) => session.id !== id));
        document.getElementById(SESSIONS_TITLE)?.focus();
      },
      said: texts.sessionEnded,
    });
  const sendAgain = () =>
    step.take('mail', () => callRpc('auth.resendVerificationEmail'), { onDone: () => undefined, said: texts.sentAgain });
  const signOut = () => step.take('out', () => callRpc('auth.logout'), { onDone: () => location.assign(link('login')), said: '' });

  return (
    <>
      <PersonHead person={view.person} isBusy={step.busyWith !== null} onSignOut={signOut} onSendAgain={sendAgain} />
      <p class="home__said" role="status">
        {step.said}
      </p>
      <p class="fault home__fault" role="alert">
        {step.refusal !== null && <RefusalWords refusal={step.refusal} />}
      </p>
      {view.refusal !== null && acting === view.acting && <Notice tone="warm">{texts.refusals[view.refusal]}</Notice>}
      <div class="plain-only">
        <Notice tone="warm">{texts.needsScript}</Notice>
      </div>
      {acting !== null && acting.siteId !== null && (
        <a class="button home__work" href={link('till')}>
          {texts.toWork}
        </a>
      )}
      <div class="needs-script">
        <PlaceChoice organisations={view.organisations} acting={acting} busyWith={step.busyWith} onChoose={choose} />
        <SessionList sessions={sessions} now={new Date(view.now)} busyWith={step.busyWith} onEnd={end} />
      </div>
    </>
  );
}
