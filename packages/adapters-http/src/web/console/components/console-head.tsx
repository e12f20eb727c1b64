import { LanguageSwitch } from '../../components/language-switch.js';
import { linkOf } from '../console-link.js';
import { type ConsoleState, pagesOf } from '../console-view.js';
import { CONSOLE_TEXTS } from '../texts/console-texts.js';

/** What is worked for, and the way from one page to the other. */
export function ConsoleHead(state: ConsoleState) {
  const { language, place, page, chosen } = state;
  const texts = CONSOLE_TEXTS[language];
  const link = linkOf(state);
  const query = chosen === null ? {} : { register: chosen };
  return (
    <header class="console__head">
      <p class="console__name">
        <a href={link()}>Comptoir</a>
        {place !== null && <span class="console__place">{place.name}</span>}
      </p>
      <nav class="console__pages" aria-label={texts.pagesLabel}>
        {pagesOf(state).map((choice) => (
          <a key={choice} href={link(choice)} aria-current={choice === page ? 'page' : undefined}>
            {texts.pages[choice]}
          </a>
        ))}
        <a href={link()}>{texts.account}</a>
      </nav>
      <LanguageSwitch language={language} label={texts.languageSwitch} hrefOf={(lang) => `?${new URLSearchParams({ ...query, lang })}`} />
    </header>
  );
}
