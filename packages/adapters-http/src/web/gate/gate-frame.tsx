import type { ComponentChildren } from 'preact';
import { LanguageSwitch } from '../components/language-switch.js';
import type { GateTexts } from '../texts/gate-texts.js';
import type { GateState } from './gate-app.js';

export interface GateFrameProps {
  readonly state: GateState;
  readonly texts: GateTexts;
  readonly children: ComponentChildren;
}

export function GateFrame({ state, texts, children }: GateFrameProps) {
  return (
    <main class="gate">
      <header class="gate__head">
        <h1>{texts.title(state.site)}</h1>
        <LanguageSwitch language={state.language} label={texts.languages} />
      </header>
      <noscript>
        <p>{texts.needsScript}</p>
      </noscript>
      {children}
    </main>
  );
}
