import { formatInstant } from '@comptoir/core/vendors/portal-mail.js';
import type { PortalRow, PortalSheet } from '@comptoir/core/vendors/portal-sheet.js';
import { PORTAL_LANGUAGES, type PortalLanguage, type PortalWords, portalWordsOf } from '@comptoir/core/vendors/portal-words.js';
import type { WebAssets } from './assets.js';
import { renderDeadLink } from './dead-link-page.js';
import { renderDocument } from './document.js';
import { vendorPortalPath } from './page-paths.js';

export interface VendorPageInput {
  readonly sheet: PortalSheet;
  readonly token: string;
  readonly language: PortalLanguage;
  readonly assets: WebAssets;
}

/** What a vendor sees of the establishment that buys from it. It has no script at all, and no search engine is to know it. */
export function renderVendorPage({ sheet, token, language, assets }: VendorPageInput): string {
  const words = portalWordsOf(language);
  const { host, vendor, expiresAt, rows, products } = sheet;
  return renderDocument({
    language,
    assets,
    title: `${words.title} — ${host}`,
    description: null,
    canonical: null,
    stylesheet: 'vendor.css',
    body: (
      <>
        <header class="masthead masthead--small">
          <p class="masthead__kicker">{host}</p>
          <Languages language={language} label={words.languages} token={token} page={sheet.page} />
        </header>
        <main class="invoice">
          <div class="invoice__head">
            <h1 class="invoice__title">
              <span class="invoice__kind">{words.title} </span>
              {vendor}
            </h1>
            <p class="invoice__status">{words.products(products)}</p>
          </div>
          <p class="portal__lead">{words.of(host)}</p>
          {rows.length === 0 ? <p class="portal__none">{words.none}</p> : <Rows rows={rows} words={words} language={language} />}
          <Pages sheet={sheet} words={words} token={token} language={language} />
          <p class="invoice__words portal__until">{words.until(formatInstant(expiresAt, language))}</p>
        </main>
      </>
    ),
  });
}

/** What is at the address of a link that opens nothing. */
export function renderNoVendorPage({ language, assets }: Pick<VendorPageInput, 'language' | 'assets'>): string {
  return renderDeadLink({ language, assets, stylesheet: 'vendor.css', words: portalWordsOf(language) });
}

interface LanguagesProps {
  readonly language: PortalLanguage;
  readonly label: string;
  readonly token: string;
  readonly page: number;
}

function Languages({ language, label, token, page }: LanguagesProps) {
  return (
    <nav class="languages" aria-label={label}>
      <ul>
        {PORTAL_LANGUAGES.map((choice) => (
          <li key={choice}>
            <a
              href={vendorPortalPath(token, choice, page)}
              lang={choice}
              hreflang={choice}
              rel="nofollow"
              aria-current={choice === language ? 'true' : undefined}
            >
              <span aria-hidden="true">{choice.toUpperCase()}</span>
              <span class="visually-hidden">{portalWordsOf(choice).language}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface RowsProps {
  readonly rows: readonly PortalRow[];
  readonly words: PortalWords;
  readonly language: PortalLanguage;
}

/** Scrolled sideways where the screen is narrow, and by keyboard (WCAG 2.1.1). What to order has a column where somebody reckons it. */
function Rows({ rows, words, language }: RowsProps) {
  const number = new Intl.NumberFormat(language);
  const isReckoned = rows.some(({ suggested }) => suggested !== null);
  return (
    <section class="invoice__scroll" aria-label={words.product} tabindex={0}>
      <table class="invoice__table">
        <thead>
          <tr>
            <th scope="col">{words.product}</th>
            <th scope="col">{words.reference}</th>
            <th scope="col">{words.available}</th>
            {isReckoned && <th scope="col">{words.suggested}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, variantName, reference, sku, available, low, suggested }) => (
            <tr>
              <th scope="row">
                {name}
                {variantName !== null && <span class="invoice__small">{variantName}</span>}
              </th>
              <td class="portal__code">{[reference, sku].filter((code) => code !== null).join(' · ') || '–'}</td>
              <td>
                {available === null ? <span class="portal__soft">{words.untracked}</span> : number.format(available)}
                {low && <span class="portal__low">{words.low}</span>}
              </td>
              {isReckoned && <td class="portal__order">{suggested === null ? '–' : number.format(suggested)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface PagesProps {
  readonly sheet: PortalSheet;
  readonly words: PortalWords;
  readonly token: string;
  readonly language: PortalLanguage;
}

function Pages({ sheet: { page, pages }, words, token, language }: PagesProps) {
  if (pages === 1) return null;
  const here = words.page(Math.min(page, pages), pages);
  return (
    <nav class="portal__pages" aria-label={here}>
      {page > 1 && (
        <a rel="prev nofollow" href={vendorPortalPath(token, language, Math.min(page - 1, pages))}>
          {words.previous}
        </a>
      )}
      <p>{here}</p>
      {page < pages && (
        <a rel="next nofollow" href={vendorPortalPath(token, language, page + 1)}>
          {words.next}
        </a>
      )}
    </nav>
  );
}
