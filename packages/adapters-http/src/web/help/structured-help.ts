import type { HelpArticle, HelpLink } from '@comptoir/core/helpdesk-kb/help-centre.js';

/** An article in the terms of schema.org. */
export function structuredArticle(article: HelpArticle, address: string): unknown {
  const { site, title, summary, language, publishedAt, updatedAt } = article;
  return {
    '@context': 'https://schema.org',
    '@type': 'Article',
    '@id': address,
    url: address,
    headline: title,
    description: summary ?? undefined,
    inLanguage: language,
    datePublished: publishedAt?.toISOString(),
    dateModified: updatedAt.toISOString(),
    publisher: { '@type': 'Organization', name: site.name, url: site.website ?? undefined },
  };
}

/** The questions of a page that it answers in short, in the terms of schema.org; null when there are none. */
export function structuredQuestions(links: readonly HelpLink[]): unknown {
  const answered = links.filter(({ title, summary }) => title.trimEnd().endsWith('?') && summary !== null);
  if (answered.length === 0) return null;
  return {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: answered.map(({ title, summary }) => ({
      '@type': 'Question',
      name: title,
      acceptedAnswer: { '@type': 'Answer', text: summary },
    })),
  };
}
