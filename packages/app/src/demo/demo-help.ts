import { newArticle, newCategory } from '@comptoir/core/helpdesk-kb/kb-contract.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import type { Services } from '@comptoir/core/services.js';

/** A question and its answer, in French and, where it was translated, in English. */
export interface DemoArticle {
  readonly fr: DemoAnswer;
  readonly en?: DemoAnswer;
}

interface DemoAnswer {
  readonly title: string;
  readonly summary: string;
  readonly body: string;
}

/** A topic of a help desk with its articles, in the order they are written in. */
export interface DemoTopic {
  readonly fr: string;
  readonly en: string;
  readonly articles: readonly DemoArticle[];
}

/** Publishes the topics of an establishment. */
export async function publishHelp({ helpdeskKb }: Services, scope: Scope, topics: readonly DemoTopic[]): Promise<void> {
  for (const [position, { fr, en, articles }] of topics.entries()) {
    const { id } = await helpdeskKb.createCategory(
      scope,
      newCategory.parse({ position, translations: { fr: { name: fr }, en: { name: en } } }),
    );
    for (const [place, translations] of articles.entries()) {
      await helpdeskKb.createArticle(scope, newArticle.parse({ categoryId: id, status: 'published', position: place, translations }));
    }
  }
}
