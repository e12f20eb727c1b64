import type { WebAssets } from './assets.js';
import { LanguageSwitch } from './components/language-switch.js';
import { renderDocument } from './document.js';
import { formatCents } from './format.js';
import type { Language } from './language.js';
import { sandboxPath } from './page-paths.js';
import { SANDBOX_TEXTS } from './texts/sandbox-texts.js';
import { textsOf } from './texts/texts-of.js';

/** What is to be paid at the sandbox, as it keeps it. */
export interface SandboxBill {
  readonly status: 'open' | 'paid' | 'failed' | 'expired';
  readonly amountCents: number;
  readonly currency: string;
  /** Who is paid, and for what. */
  readonly description: string;
  /** Where a payer goes back to who has not paid. */
  readonly cancelUrl: string;
  readonly returnUrl: string;
  /** The language the payer was sent in. */
  readonly locale: string;
}

export interface SandboxPageInput {
  readonly ref: string;
  readonly bill: SandboxBill;
  readonly language: Language;
  readonly assets: WebAssets;
}

/** The page on which a test payment is made or declined. Forms and a link: it has no script at all. */
export function renderSandboxPage({ ref, bill, language, assets }: SandboxPageInput): string {
  const texts = SANDBOX_TEXTS[language];
  const { status, amountCents, currency, description, cancelUrl } = bill;
  const amount = formatCents(amountCents, { language, currency, timezone: 'UTC' });
  return renderDocument({
    language,
    assets,
    title: `${texts.title} — ${description}`,
    description: null,
    canonical: null,
    body: (
      <>
        <header class="masthead masthead--small">
          <LanguageSwitch language={language} label={textsOf(language).languageSwitch} />
        </header>
        <main class="message">
          <p class="masthead__kicker">{texts.title}</p>
          <h1 class="message__title">{amount}</h1>
          <p>{description}</p>
          <p>
            <strong>{texts.noMoney}</strong>
          </p>
          {status === 'open' ? (
            <div class="pay">
              <form method="post" action={`${sandboxPath(ref)}/pay`}>
                <button type="submit" class="button">
                  {texts.pay(amount)}
                </button>
              </form>
              <form method="post" action={`${sandboxPath(ref)}/decline`}>
                <button type="submit" class="text-button">
                  {texts.decline}
                </button>
              </form>
            </div>
          ) : (
            <p role="status">{texts.over[status]}</p>
          )}
          <a class="message__link" href={cancelUrl}>
            {texts.back}
          </a>
        </main>
      </>
    ),
  });
}
