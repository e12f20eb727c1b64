import type { HelpArticle } from '@comptoir/core/helpdesk-kb/help-centre.js';
import { renderDocument } from '../document.js';
import { helpPath } from '../page-paths.js';
import { HelpFrame, type HelpPageInput, langOf } from './help-frame.js';
import { Crumbs, SharedAs } from './help-pages.js';
import { HELP_TEXTS } from './help-texts.js';
import { renderMarkdown } from './markdown.js';
import { structuredArticle } from './structured-help.js';

/** The page of an article. Its address says its language; the words around it may be in another that was asked for. */
export function renderHelpArticle(input: HelpPageInput, article: HelpArticle): string {
  const { language, assets, publicUrl } = input;
  const { site, title, summary, slug, slugs } = article;
  const addressOf = (articleSlug: string) => publicUrl + helpPath(site.slug, articleSlug);
  return renderDocument({
    language,
    assets,
    stylesheet: 'help.css',
    title: `${title} — ${HELP_TEXTS[language].helpOf(site.name)}`,
    description: summary,
    canonical: addressOf(slug),
    alternates: Object.entries(slugs).map(([each, own]) => ({ language: each, href: addressOf(own) })),
    structured: structuredArticle(article, addressOf(slug)),
    head: <SharedAs title={title} description={summary} />,
    body: (
      <HelpFrame {...input} site={site} hrefOf={(choice) => `${helpPath(site.slug, slugs[choice] ?? slug)}?lang=${choice}`}>
        <Crumbs input={input} site={site} category={article.category} />
        <Article input={input} article={article} />
      </HelpFrame>
    ),
  });
}

function Article({ input: { language }, article }: { readonly input: HelpPageInput; readonly article: HelpArticle }) {
  const texts = HELP_TEXTS[language];
  const lang = langOf(article.language, language);
  return (
    <article class="article">
      {lang !== undefined && <p class="help__note">{texts.otherLanguage}</p>}
      <div lang={lang}>
        <h1 class="help__title">{article.title}</h1>
        {article.summary !== null && <p class="help__lead">{article.summary}</p>}
        {/* Made by renderMarkdown, which lets no HTML of the writer through. */}
        <div class="article__body" dangerouslySetInnerHTML={{ __html: renderMarkdown(article.body) }} />
      </div>
      <p class="article__date">
        <time dateTime={article.updatedAt.toISOString()}>
          {texts.updated(article.updatedAt.toLocaleDateString(language, { dateStyle: 'long', timeZone: 'UTC' }))}
        </time>
      </p>
    </article>
  );
}
