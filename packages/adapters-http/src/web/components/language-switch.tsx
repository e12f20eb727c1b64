import { LANGUAGE_NAMES, LANGUAGES, type Language } from '../language.js';

export interface LanguageSwitchProps {
  readonly language: Language;
  /** What the list is called, in the language of the page. */
  readonly label: string;
  /** Where the page is to be had in a language; the same address with another `lang` when left out. */
  readonly hrefOf?: (choice: Language) => string;
  /** Changes the language on the spot instead of loading the page anew. */
  readonly onChoose?: (choice: Language) => void;
}

/** Links, so that it works without JavaScript and the choice can be shared. */
export function LanguageSwitch({ language, label, hrefOf = (choice) => `?lang=${choice}`, onChoose }: LanguageSwitchProps) {
  const choose = (event: MouseEvent, choice: Language) => {
    if (onChoose === undefined) return;
    event.preventDefault();
    onChoose(choice);
  };
  return (
    <nav class="languages" aria-label={label}>
      <ul>
        {LANGUAGES.map((choice) => (
          <li key={choice}>
            <a
              href={hrefOf(choice)}
              lang={choice}
              hreflang={choice}
              aria-current={choice === language ? 'true' : undefined}
              onClick={(event) => choose(event, choice)}
            >
              <span aria-hidden="true">{choice.toUpperCase()}</span>
              <span class="visually-hidden">{LANGUAGE_NAMES[choice]}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
