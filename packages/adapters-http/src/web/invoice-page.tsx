import { type Invoice, openCents } from '@comptoir/core/invoices/invoice.js';
import { formatDay } from '@comptoir/core/invoices/invoice-mail.js';
import { bankLine, buyerLines, sellerLines } from '@comptoir/core/invoices/party-lines.js';
import { INVOICE_LANGUAGES, type InvoiceLanguage, type InvoiceWords, wordsOf } from '@comptoir/core/invoices/words/words-of.js';
import { formatMoney, percentOf } from '@comptoir/core/kit/money.js';
import type { WebAssets } from './assets.js';
import { renderDeadLink } from './dead-link-page.js';
import { renderDocument } from './document.js';
import { InvoiceLines, InvoiceTotals } from './invoice-tables.js';
import { invoicePath, invoicePdfPath } from './page-paths.js';

export interface InvoicePageInput {
  readonly invoice: Invoice;
  readonly token: string;
  readonly language: InvoiceLanguage;
  readonly assets: WebAssets;
}

/** How the parts of the page write. */
export interface InvoiceWriter {
  readonly words: InvoiceWords;
  money(cents: number): string;
  number(value: number): string;
  rate(basisPoints: number): string;
}

/** What the holder of a link sees of an invoice. It has no script at all, and no search engine is to know it. */
export function renderInvoicePage({ invoice, token, language, assets }: InvoicePageInput): string {
  const words = wordsOf(language);
  const { kind, number, status, seller, currency, grossCents } = invoice;
  const writer: InvoiceWriter = {
    words,
    money: (cents) => formatMoney(cents, currency, language),
    number: (value) => new Intl.NumberFormat(language, { maximumFractionDigits: 3 }).format(value),
    rate: (basisPoints) => `${new Intl.NumberFormat(language).format(percentOf(basisPoints))} %`,
  };
  const isOpen = kind === 'invoice' && openCents(invoice) > 0 && status !== 'cancelled';
  return renderDocument({
    language,
    assets,
    title: `${words.kinds[kind]} ${number ?? ''} — ${seller?.name ?? ''}`,
    description: null,
    canonical: null,
    stylesheet: 'invoice.css',
    body: (
      <>
        <header class="masthead masthead--small">
          <p class="masthead__kicker">{seller?.name}</p>
          <Languages language={language} label={words.languages} token={token} />
        </header>
        <main class="invoice">
          <div class="invoice__head">
            <h1 class="invoice__title">
              <span class="invoice__kind">{words.kinds[kind]} </span>
              {number}
            </h1>
            <p class={`invoice__status invoice__status--${status}`}>{words.statuses[status]}</p>
          </div>
          <div class="invoice__sum">
            <p>
              <span class="invoice__label">{isOpen ? words.open : words.gross}</span>
              <br />
              <span class="invoice__amount">{writer.money(isOpen ? openCents(invoice) : grossCents)}</span>
            </p>
            <a class="button" href={invoicePdfPath(token, language)} download>
              {words.download}
            </a>
          </div>
          <Facts invoice={invoice} language={language} words={words} />
          <Parties invoice={invoice} language={language} words={words} />
          <InvoiceLines invoice={invoice} writer={writer} />
          <InvoiceTotals invoice={invoice} writer={writer} />
          {[invoice.terms, isOpen ? bankLine(invoice) : null, invoice.note, ...invoice.mentions].map(
            (text) => text !== null && <p class="invoice__words">{text}</p>,
          )}
        </main>
      </>
    ),
  });
}

/** What is at the address of a link that leads nowhere. */
export function renderNoInvoicePage({ language, assets }: Pick<InvoicePageInput, 'language' | 'assets'>): string {
  return renderDeadLink({ language, assets, stylesheet: 'invoice.css', words: wordsOf(language) });
}

function Languages({ language, label, token }: { language: InvoiceLanguage; label: string; token: string }) {
  return (
    <nav class="languages" aria-label={label}>
      <ul>
        {INVOICE_LANGUAGES.map((choice) => (
          <li key={choice}>
            <a
              href={invoicePath(token, choice)}
              lang={choice}
              hreflang={choice}
              rel="nofollow"
              aria-current={choice === language ? 'true' : undefined}
            >
              <span aria-hidden="true">{choice.toUpperCase()}</span>
              <span class="visually-hidden">{wordsOf(choice).language}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface PartProps {
  readonly invoice: Invoice;
  readonly words: InvoiceWords;
}

function Facts({ invoice, words, language }: PartProps & { language: InvoiceLanguage }) {
  const { kind, issueDate, dueDate, deliveryDate, orderNumber, reference, creditOf, reason } = invoice;
  const day = (date: string | null) => (date === null ? null : formatDay(date, language));
  const facts: readonly (readonly [string, string | null])[] = [
    [words.issued, day(issueDate)],
    [kind === 'quote' ? words.validUntil : words.due, day(dueDate)],
    [words.delivered, day(deliveryDate)],
    [words.order, orderNumber],
    [words.reference, reference],
    [words.credits, creditOf?.number ?? null],
    [words.reason, reason],
  ];
  return (
    <dl class="invoice__facts">
      {facts.map(
        ([name, value]) =>
          value !== null && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

function Parties({ invoice, words, language }: PartProps & { language: InvoiceLanguage }) {
  return (
    <div class="invoice__parties">
      <div>
        <h2 class="invoice__label">{words.from}</h2>
        <p>{sellerLines(invoice, words, language).join('\n')}</p>
      </div>
      <div>
        <h2 class="invoice__label">{words.to}</h2>
        <p>{buyerLines(invoice, words, language).join('\n')}</p>
      </div>
    </div>
  );
}
