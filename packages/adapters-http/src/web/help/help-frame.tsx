import type { HelpSite } from '@comptoir/core/helpdesk-kb/help-centre.js';
import type { ComponentChildren } from 'preact';
import type { WebAssets } from '../assets.js';
import { telephoneLink } from '../components/postal-address.js';
import { helpPath } from '../page-paths.js';
import { HELP_LANGUAGE_NAMES, HELP_LANGUAGES, HELP_TEXTS, type HelpLanguage } from './help-texts.js';

/** What every page of a help desk is made with. */
export interface HelpPageInput {
  readonly language: HelpLanguage;
  /** The language was asked for in the address, so that links keep it. */
  readonly isLanguageChosen: boolean;
  readonly assets: WebAssets;
  /** The address of this host as guests reach it, without a trailing slash. */
  readonly publicUrl: string;
}

export interface HelpFrameProps extends Pick<HelpPageInput, 'language' | 'isLanguageChosen'> {
  readonly site: HelpSite;
  /** Where this page is to be had in a language. */
  readonly hrefOf: (language: HelpLanguage) => string;
  /** What was looked for. */
  readonly search?: string;
  /** True on the first page, whose name is the heading. */
  readonly isHome?: boolean;
  readonly children: ComponentChildren;
}

/** `?lang=fr` where links keep the language, else empty. */
export function languageQuery({ language, isLanguageChosen }: Pick<HelpPageInput, 'language' | 'isLanguageChosen'>): string {
  return isLanguageChosen ? `?lang=${language}` : '';
}

/** The `lang` of words in another language than the page's. */
export function langOf(words: string, page: string): string | undefined {
  return words === page ? undefined : words;
}

/** Head, search and foot around what a page of a help desk shows. */
export function HelpFrame(props: HelpFrameProps) {
  const { site, language, hrefOf, isHome = false, search = '', children } = props;
  const texts = HELP_TEXTS[language];
  const home = helpPath(site.slug) + languageQuery(props);
  const Name = isHome ? 'h1' : 'p';
  return (
    <>
      <a class="skip-link" href="#content">
        {texts.skip}
      </a>
      <header class="masthead help-head">
        <Languages language={language} label={texts.languages} hrefOf={hrefOf} />
        <p class="masthead__kicker">{site.name}</p>
        <Name class="masthead__name help-head__name">{isHome ? texts.help : <a href={home}>{texts.help}</a>}</Name>
        {/* biome-ignore lint/a11y/useSemanticElements: browsers and screen readers do not all know the search element yet */}
        <form class="help-search" role="search" method="get" action={helpPath(site.slug)}>
          {props.isLanguageChosen && <input type="hidden" name="lang" value={language} />}
          <label class="visually-hidden" for="q">
            {texts.searchLabel}
          </label>
          <input id="q" type="search" name="q" value={search} maxlength={200} placeholder={texts.searchLabel} autocomplete="off" />
          <button type="submit">{texts.search}</button>
        </form>
      </header>
      <main id="content" class="help" tabindex={-1}>
        {children}
      </main>
      <Contact site={site} language={language} />
    </>
  );
}

function Languages({ language, label, hrefOf }: Pick<HelpFrameProps, 'language' | 'hrefOf'> & { readonly label: string }) {
  return (
    <nav class="languages" aria-label={label}>
      <ul>
        {HELP_LANGUAGES.map((choice) => (
          <li key={choice}>
            <a href={hrefOf(choice)} lang={choice} hreflang={choice} aria-current={choice === language ? 'true' : undefined}>
              <span aria-hidden="true">{choice.toUpperCase()}</span>
              <span class="visually-hidden">{HELP_LANGUAGE_NAMES[choice]}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Contact({ site, language }: Pick<HelpFrameProps, 'site' | 'language'>) {
  const texts = HELP_TEXTS[language];
  const { phone, website } = site;
  if (phone === null && website === null) return null;
  return (
    <footer class="help-contact">
      <h2>{texts.contactTitle}</h2>
      <p>{texts.contact}</p>
      <ul>
        {phone !== null && (
          <li>
            <a href={telephoneLink(phone)}>{texts.call(phone)}</a>
          </li>
        )}
        {website !== null && (
          <li>
            <a href={website} rel="noopener">
              {texts.website}
            </a>
          </li>
        )}
      </ul>
    </footer>
  );
}
