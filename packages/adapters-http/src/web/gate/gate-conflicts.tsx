import type { GateTexts } from '../texts/gate-texts.js';
import type { GateState } from './gate-app.js';
import { timeOf } from './gate-outcome.js';
import type { Conflict } from './use-gate.js';

export interface GateConflictsProps {
  readonly conflicts: readonly Conflict[];
  readonly state: GateState;
  readonly texts: GateTexts;
  onSeen(): void;
}

/** Who was let in offline and should not have been: at which gate, and which other one had let them in. */
export function GateConflicts({ conflicts, state: { language, timezone }, texts, onSeen }: GateConflictsProps) {
  if (conflicts.length === 0) return null;
  const time = (at: string) => timeOf(at, language, timezone);
  return (
    <section class="gate__conflicts" role="alert">
      <h2>{texts.conflicts}</h2>
      <ul>
        {conflicts.map(({ nonce, gate, at, reason, elsewhere }) => (
          <li key={nonce}>
            {texts.conflict(gate, time(at), texts.reasons[reason])}{' '}
            {elsewhere !== null && texts.elsewhere(elsewhere.gate, time(elsewhere.at))}
          </li>
        ))}
      </ul>
      <button type="button" class="button" onClick={onSeen}>
        {texts.seen}
      </button>
    </section>
  );
}
