import { useId } from 'preact/hooks';
import { formatTime } from '../../format.js';
import { type DaySession, isBookable } from '../sessions.js';
import { useTicketPage } from './ticket-context.js';

export interface SessionListProps {
  /** Those of the chosen day. */
  readonly sessions: readonly DaySession[];
  readonly chosen: string | null;
  /** What the list is called: the id of its heading. */
  readonly labelledBy: string;
  readonly onPick: (sessionId: string) => void;
}

export function SessionList({ sessions, chosen, labelledBy, onPick }: SessionListProps) {
  const name = useId();
  return (
    <div class="sessions" role="radiogroup" aria-labelledby={labelledBy}>
      {sessions.map((session) => (
        <label key={session.id} class={`session session--${leftToSay(session) === null ? session.level : 'few'}`}>
          <input
            type="radio"
            name={name}
            checked={session.id === chosen}
            disabled={!isBookable(session)}
            onChange={() => onPick(session.id)}
          />
          <SessionWords session={session} />
        </label>
      ))}
    </div>
  );
}

/** So few places are worth counting, of however many there were. */
const FEW_LEFT = 5;

/** How many places are left, where that is worth saying. */
function leftToSay({ level, remaining }: DaySession): number | null {
  if (remaining === null || (level !== 'few' && level !== 'open')) return null;
  return level === 'few' || remaining <= FEW_LEFT ? remaining : null;
}

/** When it is, and how full, in words. */
function SessionWords({ session }: { session: DaySession }) {
  const page = useTicketPage();
  const { texts } = page;
  const { start, end, level } = session;
  const left = leftToSay(session);
  return (
    <span class="session__words">
      <strong class="session__time figure">
        {formatTime(start, page)} – {formatTime(end, page)}
      </strong>
      <span class="session__level">{left === null ? texts[level === 'few' ? 'open' : level] : texts.few(left)}</span>
    </span>
  );
}
