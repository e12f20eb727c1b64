import { useEffect, useState } from 'preact/hooks';
import { keptLong } from '../client/kept.js';
import type { Language } from '../language.js';
import { GATE_TEXTS } from '../texts/gate-texts.js';
import { GateAtWork } from './gate-at-work.js';
import { GateFrame } from './gate-frame.js';

export interface GateState {
  readonly slug: string;
  readonly site: string;
  readonly timezone: string;
  readonly language: Language;
}

const KEY_FORM = /^gate_\w+$/;

/** The page of a gate: asks for the key of the device once, then scans. */
export function GateApp(state: GateState) {
  const texts = GATE_TEXTS[state.language];
  const keyName = `comptoir.gate.${state.slug}.key`;
  const [key, setKey] = useState<string | null>(null);
  const [isRefused, setRefused] = useState(false);

  useEffect(() => setKey(keptLong.read(keyName)), [keyName]);

  const start = (event: SubmitEvent) => {
    event.preventDefault();
    if (!(event.currentTarget instanceof HTMLFormElement)) return;
    const typed = String(new FormData(event.currentTarget).get('key') ?? '').trim();
    setRefused(!KEY_FORM.test(typed));
    if (!KEY_FORM.test(typed)) return;
    keptLong.write(keyName, typed);
    setKey(typed);
  };
  const forget = (refused: boolean) => {
    keptLong.drop(keyName);
    setRefused(refused);
    setKey(null);
  };

  if (key !== null) return <GateAtWork key={key} deviceKey={key} state={state} texts={texts} onForget={forget} />;
  return (
    <GateFrame state={state} texts={texts}>
      <form class="gate-key" onSubmit={start} noValidate>
        <h2>{texts.keyTitle}</h2>
        <div class="field">
          <label for="key">{texts.key}</label>
          <input
            id="key"
            name="key"
            type="password"
            autoComplete="off"
            required
            aria-invalid={isRefused}
            aria-describedby={isRefused ? 'key-hint key-fault' : 'key-hint'}
          />
          <p class="field__hint" id="key-hint">
            {texts.keyHint}
          </p>
          {isRefused && (
            <p class="fault" id="key-fault" role="alert">
              {texts.keyRefused}
            </p>
          )}
        </div>
        <button type="submit" class="button">
          {texts.start}
        </button>
      </form>
    </GateFrame>
  );
}
