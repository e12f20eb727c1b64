import { LANGUAGES } from '../language.js';
import { textsOf } from '../texts/texts-of.js';
import { usePage } from './page-context.js';

/** Links, so that it works without JavaScript and the choice can be shared. */
export function LanguageSwitch() {
  const { language, texts } = usePage();
  return (
    <nav class="languages" aria-label={texts.languageSwitch}>
      <ul>
        {LANGUAGES.map((choice) => (
          <li key={choice}>
            <a href={`?lang=${choice}`} lang={choice} hreflang={choice} aria-current={choice === language ? 'true' : undefined}>
              <span aria-hidden="true">{choice.toUpperCase()}</span>
              <span class="visually-hidden">{textsOf(choice).languageName}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
