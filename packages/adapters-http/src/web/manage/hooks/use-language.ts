import { useMemo, useState } from 'preact/hooks';
import type { Language } from '../../language.js';
import { managePath } from '../../page-paths.js';
import type { ManageContextValue } from '../components/manage-context.js';
import type { ManageState } from '../manage-view.js';
import { manageTextsOf } from '../texts/manage-texts-of.js';

/** The language of the page, which changes on the spot: what was typed stays, and so does a token that left the address. */
export function useLanguage(state: ManageState): { readonly context: ManageContextValue; readonly choose: (language: Language) => void } {
  const [language, setLanguage] = useState(state.language);
  const [isChosen, setChosen] = useState(state.isLanguageChosen);

  const context = useMemo<ManageContextValue>(
    () => ({
      language,
      texts: manageTextsOf(language),
      link: (page, query = {}) => managePath(page, isChosen ? { ...query, lang: language } : query),
    }),
    [language, isChosen],
  );

  const choose = (choice: Language) => {
    setLanguage(choice);
    setChosen(true);
    const address = new URL(location.href);
    address.searchParams.set('lang', choice);
    history.replaceState(history.state, '', address);
    document.documentElement.lang = choice;
    document.title = manageTextsOf(choice).titles[state.view.page];
  };

  return { context, choose };
}
