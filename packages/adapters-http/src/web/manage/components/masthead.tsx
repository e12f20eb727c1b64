import { LanguageSwitch } from '../../components/language-switch.js';
import type { Language } from '../../language.js';
import { useManage } from './manage-context.js';

export interface MastheadProps {
  readonly isSmall: boolean;
  /** What the address of this page says beside its language. */
  readonly query: Readonly<Record<string, string>>;
  readonly onLanguage: (language: Language) => void;
}

/** The cover: the name of the house that makes the till. */
export function Masthead({ isSmall, query, onLanguage }: MastheadProps) {
  const { language, texts } = useManage();
  return (
    <header class={isSmall ? 'masthead masthead--small' : 'masthead masthead--cover'}>
      <LanguageSwitch
        language={language}
        label={texts.languageSwitch}
        hrefOf={(lang) => `?${new URLSearchParams({ ...query, lang })}`}
        onChoose={onLanguage}
      />
      <p class="masthead__name">Comptoir</p>
      {!isSmall && <p class="masthead__words">{texts.tagline}</p>}
    </header>
  );
}
