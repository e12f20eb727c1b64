import { DIRECTIONS, type Direction } from '@comptoir/core/access/scan.js';
import { useEffect, useRef, useState } from 'preact/hooks';
import { keptLong } from '../client/kept.js';
import type { GateTexts } from '../texts/gate-texts.js';
import type { GateState } from './gate-app.js';
import { GateCamera } from './gate-camera.js';
import { GateConflicts } from './gate-conflicts.js';
import { GateFrame } from './gate-frame.js';
import { GateOutcome } from './gate-outcome.js';
import { useGate } from './use-gate.js';

export interface GateAtWorkProps {
  readonly deviceKey: string;
  readonly state: GateState;
  readonly texts: GateTexts;
  /** Takes the key away; because the host refuses it, or because somebody wants it. */
  onForget(refused: boolean): void;
}

/** A gate that scans: by the camera, by hand, by a reader that types. */
export function GateAtWork({ deviceKey, state, texts, onForget }: GateAtWorkProps) {
  const gateName = `comptoir.gate.${state.slug}.name`;
  const [name, setName] = useState(() => keptLong.read(gateName) ?? texts.entry);
  const [direction, setDirection] = useState<Direction>('entry');
  const gate = useGate(state.slug, deviceKey);
  const field = useRef<HTMLInputElement>(null);
  const { fault } = gate;

  useEffect(() => {
    if (fault === 'key') onForget(true);
  }, [fault, onForget]);
  useReaderThatTypes(field);

  const rename = (typed: string) => {
    setName(typed);
    keptLong.write(gateName, typed);
  };
  const scan = (code: string) => {
    const text = code.trim();
    if (text !== '') gate.scan(text, name.trim() || texts.entry, direction);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const typed = field.current;
    if (typed === null) return;
    scan(typed.value);
    typed.value = '';
    typed.focus();
  };

  return (
    <GateFrame state={state} texts={texts}>
      <p class="gate__status">
        <span class={gate.online ? 'gate__network' : 'gate__network gate__network--off'}>
          {gate.online ? texts.online : texts.offline(gate.waiting)}
        </span>
        {gate.occupancy !== null && <strong>{texts.inside(gate.occupancy)}</strong>}
      </p>
      {fault === 'feature' && <p class="fault">{texts.featureOff}</p>}
      {fault === 'notReady' && <p class="fault">{texts.notReady}</p>}
      <GateOutcome outcome={gate.outcome} texts={texts} language={state.language} timezone={state.timezone} />
      <GateConflicts conflicts={gate.conflicts} state={state} texts={texts} onSeen={gate.forgetConflicts} />
      <fieldset class="gate__directions">
        <legend>{texts.direction}</legend>
        {DIRECTIONS.map((choice) => (
          <label key={choice}>
            <input type="radio" name="direction" value={choice} checked={direction === choice} onChange={() => setDirection(choice)} />
            {texts[choice]}
          </label>
        ))}
      </fieldset>
      <GateCamera texts={texts} onCode={scan} />
      <form class="gate__code" onSubmit={submit}>
        <div class="field">
          <label for="code">{texts.code}</label>
          <input ref={field} id="code" autoComplete="off" autoCapitalize="none" spellcheck={false} aria-describedby="code-hint" />
          <p class="field__hint" id="code-hint">
            {texts.codeHint}
          </p>
        </div>
        <button type="submit" class="button">
          {texts.check}
        </button>
      </form>
      <div class="field">
        <label for="gate-name">{texts.gate}</label>
        <input id="gate-name" list="gates" maxLength={40} value={name} onInput={(event) => rename(event.currentTarget.value)} />
        <datalist id="gates">
          {gate.gates.map((known) => (
            <option key={known} value={known} />
          ))}
        </datalist>
      </div>
      <button type="button" class="text-button" onClick={() => onForget(false)}>
        {texts.forget}
      </button>
    </GateFrame>
  );
}

/** A reader types its code wherever the focus is: what nobody else takes goes into the field. */
function useReaderThatTypes(field: { readonly current: HTMLInputElement | null }): void {
  useEffect(() => {
    const lead = (event: KeyboardEvent) => {
      const taken = event.target instanceof HTMLElement && event.target.closest('input, button, a') !== null;
      if (!taken && event.key.length === 1 && !event.ctrlKey && !event.metaKey) field.current?.focus();
    };
    document.addEventListener('keydown', lead);
    return () => document.removeEventListener('keydown', lead);
  }, [field]);
}
