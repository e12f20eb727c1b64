import type { Carte } from '@comptoir/core/carte/carte.js';
import type { OpeningTimes } from '@comptoir/core/sites/site.js';
import { formatTime, formatWhen } from '../format.js';
import { openStateAt } from '../opening.js';
import { LanguageSwitch } from './language-switch.js';
import { usePage, useSharedPage } from './page-context.js';

export function Masthead({ carte, now }: { carte: Carte; now: Date }) {
  const { language, texts, contentLang } = usePage();
  return (
    <header class="masthead">
      <LanguageSwitch language={language} label={texts.languageSwitch} />
      <p class="masthead__kicker">
        {texts.trades[carte.trade]} <span aria-hidden="true">·</span> <span lang={contentLang}>{carte.address.city}</span>
      </p>
      <h1 class="masthead__name" lang={contentLang}>
        {carte.name}
      </h1>
      {carte.description !== null && (
        <p class="masthead__words" lang={contentLang}>
          {carte.description}
        </p>
      )}
      <OpenState times={carte} now={now} />
    </header>
  );
}

export function OpenState({ times, now }: { times: OpeningTimes; now: Date }) {
  const page = useSharedPage();
  const { texts } = page;
  const state = openStateAt(times, now);
  if (!state.open) {
    return (
      <p class="open-state">
        <strong>{texts.closedNow}</strong>
        {state.next !== null && ` — ${texts.opensAt(formatWhen(state.next, now, page, texts))}`}
      </p>
    );
  }
  const words = state.until === null ? texts.openNow : texts.openUntil(formatTime(state.until, page));
  return (
    <p class="open-state open-state--open">
      <strong>{words}</strong>
    </p>
  );
}
