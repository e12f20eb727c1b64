import type { HelpCategory, HelpCategoryPage, HelpFinds, HelpHome, HelpSection, HelpSite } from '@comptoir/core/helpdesk-kb/help-centre.js';
import { byQuery, renderDocument } from '../document.js';
import { helpCategoryPath, helpPath } from '../page-paths.js';
import { HelpFrame, type HelpPageInput, langOf, languageQuery } from './help-frame.js';
import { HelpLinks } from './help-links.js';
import { HELP_LANGUAGES, HELP_TEXTS, type HelpLanguage } from './help-texts.js';
import { structuredQuestions } from './structured-help.js';

/** The first page of a help desk: its topics, with the first articles of each. */
export function renderHelpHome(input: HelpPageInput, { site, sections }: HelpHome): string {
  const { language, assets, publicUrl } = input;
  const texts = HELP_TEXTS[language];
  const canonical = publicUrl + helpPath(site.slug);
  const isEmpty = sections.length === 0;
  const questions = structuredQuestions(sections.flatMap(({ articles }) => articles));
  return renderDocument({
    language,
    assets,
    stylesheet: 'help.css',
    title: texts.helpOf(site.name),
    description: texts.description(site.name),
    // A help desk that says nothing is nothing to find.
    canonical: isEmpty ? null : canonical,
    alternates: byQuery(canonical, HELP_LANGUAGES),
    ...(questions === null ? {} : { structured: questions }),
    head: <SharedAs title={texts.helpOf(site.name)} description={texts.description(site.name)} />,
    body: (
      <HelpFrame {...input} site={site} hrefOf={ownAddressIn} isHome>
        {isEmpty ? (
          <section class="help-empty">
            <h2>{texts.empty}</h2>
            <p>{texts.emptyHint}</p>
          </section>
        ) : (
          <div class="help-topics">
            {sections.map((section) => (
              <Section key={section.category?.id ?? 'others'} input={input} site={site} section={section} />
            ))}
          </div>
        )}
      </HelpFrame>
    ),
  });
}

/** What was found. */
export function renderHelpFinds(input: HelpPageInput, { site, links, total }: HelpFinds, search: string): string {
  const { language, assets } = input;
  const texts = HELP_TEXTS[language];
  const title = total === 0 ? texts.foundNothing(search) : texts.found(total, search);
  return renderDocument({
    language,
    assets,
    stylesheet: 'help.css',
    title: `${title} — ${site.name}`,
    description: null,
    canonical: null,
    body: (
      <HelpFrame {...input} site={site} hrefOf={(choice) => `?${new URLSearchParams({ q: search, lang: choice })}`} search={search}>
        <Crumbs input={input} site={site} />
        <h1 class="help__title">{title}</h1>
        {total === 0 && <p>{texts.foundNothingHint}</p>}
        <HelpLinks site={site} links={links} language={language} query={languageQuery(input)} />
        {total > links.length && <p class="help__note">{texts.narrow}</p>}
      </HelpFrame>
    ),
  });
}

/** Every article of a category. */
export function renderHelpCategory(input: HelpPageInput, { site, category, links }: HelpCategoryPage): string {
  const { language, assets, publicUrl } = input;
  const { name, slug, description } = category;
  const canonical = publicUrl + helpCategoryPath(site.slug, slug);
  const questions = structuredQuestions(links);
  return renderDocument({
    language,
    assets,
    stylesheet: 'help.css',
    title: `${name} — ${HELP_TEXTS[language].helpOf(site.name)}`,
    description,
    canonical: links.length === 0 ? null : canonical,
    alternates: byQuery(canonical, HELP_LANGUAGES),
    ...(questions === null ? {} : { structured: questions }),
    head: <SharedAs title={name} description={description} />,
    body: (
      <HelpFrame {...input} site={site} hrefOf={ownAddressIn}>
        <Crumbs input={input} site={site} />
        <h1 class="help__title" lang={langOf(category.language, language)}>
          {name}
        </h1>
        {description !== null && (
          <p class="help__lead" lang={langOf(category.language, language)}>
            {description}
          </p>
        )}
        <HelpLinks site={site} links={links} language={language} query={languageQuery(input)} />
      </HelpFrame>
    ),
  });
}

/** What stands where nothing is, or nothing any more. */
export function renderHelpNotFound(input: HelpPageInput, site: HelpSite | null): string {
  const { language, assets } = input;
  const texts = HELP_TEXTS[language];
  return renderDocument({
    language,
    assets,
    stylesheet: 'help.css',
    title: texts.notFoundTitle,
    description: null,
    canonical: null,
    body:
      site === null ? (
        <main class="message">
          <p class="masthead__kicker">404</p>
          <h1 class="message__title">{texts.notFoundTitle}</h1>
          <p>{texts.notFoundHelp}</p>
        </main>
      ) : (
        <HelpFrame {...input} site={site} hrefOf={ownAddressIn}>
          <Crumbs input={input} site={site} />
          <h1 class="help__title">{texts.notFoundTitle}</h1>
          <p class="help__lead">{texts.notFoundArticle}</p>
        </HelpFrame>
      ),
  });
}

interface CrumbsProps {
  readonly input: HelpPageInput;
  readonly site: HelpSite;
  readonly category?: HelpCategory | null;
}

/** The way back. */
export function Crumbs({ input, site, category = null }: CrumbsProps) {
  const { language } = input;
  const texts = HELP_TEXTS[language];
  const query = languageQuery(input);
  return (
    <nav class="crumbs" aria-label={texts.breadcrumbs}>
      <ol>
        <li>
          <a href={helpPath(site.slug) + query}>{texts.allTopics}</a>
        </li>
        {category !== null && (
          <li>
            <a href={helpCategoryPath(site.slug, category.slug) + query} lang={langOf(category.language, language)}>
              {category.name}
            </a>
          </li>
        )}
      </ol>
    </nav>
  );
}

/** For those who show a link. */
export function SharedAs({ title, description }: { readonly title: string; readonly description: string | null }) {
  return (
    <>
      <meta property="og:type" content="article" />
      <meta property="og:title" content={title} />
      {description !== null && <meta property="og:description" content={description} />}
    </>
  );
}

interface SectionProps {
  readonly input: HelpPageInput;
  readonly site: HelpSite;
  readonly section: HelpSection;
}

function Section({ input, site, section: { category, articles, total } }: SectionProps) {
  const { language } = input;
  const texts = HELP_TEXTS[language];
  const query = languageQuery(input);
  const titleId = `topic-${category?.id ?? 'others'}`;
  const lang = category === null ? undefined : langOf(category.language, language);
  return (
    <section class="help-topic" aria-labelledby={titleId}>
      <h2 id={titleId} lang={lang}>
        {category?.name ?? texts.otherTopics}
      </h2>
      {category !== null && category.description !== null && (
        <p class="help-topic__words" lang={lang}>
          {category.description}
        </p>
      )}
      <HelpLinks site={site} links={articles} language={language} query={query} />
      {category !== null && total > articles.length && (
        <a class="help-topic__all" href={helpCategoryPath(site.slug, category.slug) + query}>
          {texts.allOf(total, category.name)}
        </a>
      )}
    </section>
  );
}

const ownAddressIn = (choice: HelpLanguage) => `?lang=${choice}`;
