import type { NewsletterLanguage } from '@comptoir/core/newsletter/mail-words.js';
import type { ComponentChildren } from 'preact';
import type { WebAssets } from './assets.js';
import { LanguageLinks } from './components/language-switch.js';
import { renderDocument } from './document.js';
import { NEWSLETTER_LANGUAGE_NAMES, NEWSLETTER_TEXTS } from './texts/newsletter-texts.js';

export interface NewsletterPageInput {
  readonly language: NewsletterLanguage;
  readonly assets: WebAssets;
  /** What the address of the page says besides its language. */
  readonly query: Readonly<Record<string, string>>;
}

/** The form by which somebody subscribes. It works without a script. */
export function renderSubscribePage(input: NewsletterPageInput, site: string, typed: { readonly email: string } | null): string {
  const texts = NEWSLETTER_TEXTS[input.language];
  const form = (
    <form method="post" action={addressOf(input)} noValidate>
      <div class="field">
        <label for="email">{texts.address}</label>
        <input
          id="email"
          name="email"
          type="email"
          autoComplete="email"
          required
          value={typed?.email ?? ''}
          aria-invalid={typed !== null}
          aria-describedby={typed === null ? 'email-hint' : 'email-hint email-fault'}
        />
        <p class="field__hint" id="email-hint">
          {texts.formHint}
        </p>
        {typed !== null && (
          <p class="fault" id="email-fault" role="alert">
            {texts.invalidAddress}
          </p>
        )}
      </div>
      <button type="submit" class="button">
        {texts.subscribe}
      </button>
    </form>
  );
  return renderPage(input, texts.formTitle(site), form);
}

/** A question that is answered by a button: a link that was only opened, or looked at by a machine, changes nothing. */
export function renderQuestionPage(
  input: NewsletterPageInput,
  words: { readonly title: string; readonly hint: string; readonly button: string },
): string {
  const form = (
    <>
      <p>{words.hint}</p>
      <form method="post" action={addressOf(input)}>
        <button type="submit" class="button">
          {words.button}
        </button>
      </form>
    </>
  );
  return renderPage(input, words.title, form);
}

/** What has come of it. */
export function renderAnswerPage(input: NewsletterPageInput, title: string, words: string): string {
  return renderPage(input, title, <p role="status">{words}</p>);
}

function renderPage(input: NewsletterPageInput, title: string, body: ComponentChildren): string {
  const { language, assets } = input;
  const texts = NEWSLETTER_TEXTS[language];
  return renderDocument({
    language,
    assets,
    title,
    description: null,
    canonical: null,
    body: (
      <>
        <header class="masthead masthead--small">
          <LanguageLinks
            language={language}
            label={texts.languages}
            names={NEWSLETTER_LANGUAGE_NAMES}
            hrefOf={(choice) => addressOf({ ...input, language: choice })}
          />
        </header>
        <main class="message">
          <p class="masthead__kicker">{texts.kicker}</p>
          <h1 class="message__title">{title}</h1>
          {body}
        </main>
      </>
    ),
  });
}

/** The same page in the language. */
function addressOf({ language, query }: Pick<NewsletterPageInput, 'language' | 'query'>): string {
  return `?${new URLSearchParams({ ...query, lang: language }).toString()}`;
}
