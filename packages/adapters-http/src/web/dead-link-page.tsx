import { type DocumentInput, renderDocument } from './document.js';

interface DeadLinkInput extends Pick<DocumentInput, 'language' | 'assets' | 'stylesheet'> {
  readonly words: { readonly notFound: string; readonly notFoundHint: string };
}

/** What somebody reads at the address of a personal link that opens nothing, or no longer. It tells nothing of what may have been there. */
export function renderDeadLink({ words, ...document }: DeadLinkInput): string {
  return renderDocument({
    ...document,
    title: words.notFound,
    description: null,
    canonical: null,
    body: (
      <main class="message">
        <p class="masthead__kicker">404</p>
        <h1 class="message__title">{words.notFound}</h1>
        <p>{words.notFoundHint}</p>
      </main>
    ),
  });
}
