import { elapsed } from '../elapsed.js';
import type { SessionView } from '../manage-view.js';
import { useManage } from './manage-context.js';

export interface SessionListProps {
  readonly sessions: readonly SessionView[];
  readonly now: Date;
  readonly busyWith: string | null;
  readonly onEnd: (id: string) => void;
}

/** Of the list, for whoever takes a row away with the button that had the focus. */
export const SESSIONS_TITLE = 'sessions-title';

/** Where somebody is signed in. This very session ends by signing out, so it has no button here. */
export function SessionList({ sessions, now, busyWith, onEnd }: SessionListProps) {
  const { texts, link } = useManage();
  return (
    <section class="home__part" aria-labelledby={SESSIONS_TITLE}>
      <h2 id={SESSIONS_TITLE} tabIndex={-1}>
        {texts.sessions}
      </h2>
      <p class="home__hint">{texts.sessionsHint}</p>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the list role of a list without markers */}
      <ul class="sessions" role="list">
        {sessions.map((session) => (
          <li key={session.id} class="session">
            <SessionWords session={session} now={now} />
            {!session.isCurrent && (
              <button type="button" class="text-button" aria-disabled={busyWith !== null} onClick={() => onEnd(session.id)}>
                {busyWith === session.id ? texts.sending : texts.endSession}
                <span class="visually-hidden"> ({session.device ?? texts.unknownDevice})</span>
              </button>
            )}
          </li>
        ))}
      </ul>
      <p class="manage__beside">
        <a href={link('forgot')}>{texts.newPasswordByMail}</a>
      </p>
    </section>
  );
}

function SessionWords({ session, now }: { session: SessionView; now: Date }) {
  const { texts, language } = useManage();
  const ago = (instant: string) => elapsed(new Date(instant), now, language);
  return (
    <div class="session__words">
      <p class="session__device">
        {session.device ?? texts.unknownDevice} {session.isCurrent && <strong class="session__here">{texts.thisSession}</strong>}
      </p>
      <p class="session__facts">{texts.sessionSeen(ago(session.lastSeenAt))}</p>
      <p class="session__facts">
        {texts.sessionKinds[session.kind]}, {ago(session.createdAt)}, {session.address}
      </p>
    </div>
  );
}
