import { LANGUAGE_NAMES, type Language } from '../language.js';

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
export function LanguageSwitch({ hrefOf = (choice) => `?lang=${choice}`, ...props }: LanguageSwitchProps) {
  return <LanguageLinks names={LANGUAGE_NAMES} hrefOf={hrefOf} {...props} />;
}

export interface LanguageLinksProps<Choice extends string> {
  readonly language: Choice;
  readonly label: string;
  /** The languages of the page, each as those who speak it call it. */
  readonly names: Readonly<Record<Choice, string>>;
  readonly hrefOf: (choice: Choice) => string;
  readonly onChoose?: (choice: Choice) => void;
}

/** The same for pages that speak other languages. */
export function LanguageLinks<Choice extends string>({ language, label, names, hrefOf, onChoose }: LanguageLinksProps<Choice>) {
  const choose = (event: MouseEvent, choice: Choice) => {
    if (onChoose === undefined) return;
    event.preventDefault();
    onChoose(choice);
  };
  // `Object.keys` is typed for objects that may hold more than their type says; these are literals.
  const choices = Object.keys(names) as Choice[];
  return (
    <nav class="languages" aria-label={label}>
      <ul>
        {choices.map((choice) => (
          <li key={choice}>
            <a
              href={hrefOf(choice)}
              lang={choice}
              hreflang={choice}
              aria-current={choice === language ? 'true' : undefined}
              onClick={(event) => choose(event, choice)}
            >
              <span aria-hidden="true">{choice.toUpperCase()}</span>
              <span class="visually-hidden">{names[choice]}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
