import type { Language } from '../language.js';
import type { GateTexts } from '../texts/gate-texts.js';
import type { Gate } from './use-gate.js';

export interface GateOutcomeProps {
  readonly outcome: Gate['outcome'];
  readonly texts: GateTexts;
  readonly language: Language;
  readonly timezone: string;
}

/** The answer, to be read from an arm's length: a sign and words, and a colour besides. */
export function GateOutcome({ outcome, texts, language, timezone }: GateOutcomeProps) {
  return (
    <section class={`gate__outcome ${classOf(outcome)}`} role="status" aria-live="assertive" aria-atomic="true">
      {outcome === null ? (
        <p>{texts.ready}</p>
      ) : (
        <div key={outcome.number}>
          <p class="gate__word">
            <span aria-hidden="true">{outcome.admitted ? '✓' : '✕'}</span> {wordOf(outcome, texts)}
          </p>
          {outcome.reason !== null && <p class="gate__reason">{texts.reasons[outcome.reason]}</p>}
          {!outcome.admitted && outcome.elsewhere !== null && (
            <p>{texts.elsewhere(outcome.elsewhere.gate, timeOf(outcome.elsewhere.at, language, timezone))}</p>
          )}
          {outcome.label !== null && <p>{outcome.label}</p>}
          {outcome.startsAt !== null && <p>{texts.session(timeOf(outcome.startsAt, language, timezone))}</p>}
          {outcome.offline && <p>{texts.decidedHere}</p>}
        </div>
      )}
    </section>
  );
}

function classOf(outcome: Gate['outcome']): string {
  if (outcome === null) return '';
  return outcome.admitted ? 'gate__outcome--yes' : 'gate__outcome--no';
}

function wordOf({ admitted, direction }: NonNullable<Gate['outcome']>, texts: GateTexts): string {
  if (!admitted) return texts.refused;
  return direction === 'entry' ? texts.admitted : texts.goodbye;
}

/** The wall time of the establishment; with the day, unless it is today. */
export function timeOf(instant: string, language: Language, timezone: string): string {
  const at = new Date(instant);
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: timezone });
  const time = { timeZone: timezone, hour: '2-digit', minute: '2-digit' } as const;
  const isToday = day.format(at) === day.format(new Date());
  return new Intl.DateTimeFormat(language, isToday ? time : { ...time, day: 'numeric', month: 'short' }).format(at);
}
