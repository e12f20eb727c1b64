import { type ComponentChildren, Fragment, type VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { WebAssets } from './assets.js';
import { LANGUAGES } from './language.js';

/** The address of a page in a language. */
export interface Alternate {
  readonly language: string;
  readonly href: string;
}

export interface DocumentInput {
  /** BCP 47. */
  readonly language: string;
  readonly assets: WebAssets;
  readonly title: string;
  readonly description: string | null;
  /** The address to index and share; null keeps the page out of search engines. */
  readonly canonical: string | null;
  /** The page in each language it is there in; in both languages of the public pages when left out. */
  readonly alternates?: readonly Alternate[];
  /** The styles of the page; those of the public pages when left out. */
  readonly stylesheet?:
    | 'site.css'
    | 'shop.css'
    | 'help.css'
    | 'manage.css'
    | 'console.css'
    | 'gate.css'
    | 'invoice.css'
    | 'vendor.css'
    | 'tickets.css'
    | 'tracking.css';
  readonly head?: ComponentChildren;
  /** For search engines, as schema.org describes it. */
  readonly structured?: unknown;
  readonly body: VNode;
  /** What takes the page over in the browser, and the data it was rendered from. */
  readonly client?: { readonly script: string; readonly state: unknown };
}

/** A whole HTML page. Nothing in it is executable or styled inline, so that the strictest policy can apply. */
export function renderDocument(input: DocumentInput): string {
  const { language, assets, client } = input;
  const head = renderToString(<Head {...input} />);
  const body = renderToString(input.body);
  return [
    '<!doctype html>',
    `<html lang="${language}">`,
    `<head><meta charset="utf-8">${head}`,
    input.structured === undefined ? '' : `<script type="application/ld+json">${jsonForScript(input.structured)}</script>`,
    client === undefined ? '' : `<script type="module" src="${assets.url(client.script)}"></script>`,
    '</head>',
    `<body><div id="page">${body}</div>`,
    client === undefined ? '' : `<script type="application/json" id="state">${jsonForScript(client.state)}</script>`,
    '</body></html>',
  ].join('');
}

/** JSON that cannot end the script element it stands in, nor open a comment in it. */
export function jsonForScript(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}

function Head({ assets, title, description, canonical, language, alternates, stylesheet = 'site.css', head }: DocumentInput) {
  return (
    <>
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{title}</title>
      {description !== null && <meta name="description" content={description} />}
      {canonical === null ? (
        <meta name="robots" content="noindex" />
      ) : (
        <Addresses canonical={canonical} language={language} alternates={alternates ?? byQuery(canonical, LANGUAGES)} />
      )}
      <meta name="color-scheme" content="light dark" />
      <meta name="theme-color" content="#f7f0e3" media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content="#191512" media="(prefers-color-scheme: dark)" />
      <link rel="icon" type="image/svg+xml" href={assets.url('favicon.svg')} />
      <link rel="stylesheet" href={assets.url(stylesheet)} />
      <noscript>
        <link rel="stylesheet" href={assets.url('plain.css')} />
      </noscript>
      {head}
    </>
  );
}

/** The same address with the language behind it. */
export function byQuery(canonical: string, languages: readonly string[]): readonly Alternate[] {
  return languages.map((language) => ({ language, href: `${canonical}?lang=${language}` }));
}

interface AddressesProps {
  readonly canonical: string;
  readonly language: string;
  readonly alternates: readonly Alternate[];
}

function Addresses({ canonical, language, alternates }: AddressesProps) {
  return (
    <>
      <link rel="canonical" href={canonical} />
      {alternates.map(({ language: choice, href }) => (
        <Fragment key={choice}>
          <link rel="alternate" hreflang={choice} href={href} />
          {choice !== language && <meta property="og:locale:alternate" content={OG_LOCALES[choice] ?? choice} />}
        </Fragment>
      ))}
      <link rel="alternate" hreflang="x-default" href={canonical} />
      <meta property="og:url" content={canonical} />
      <meta property="og:locale" content={OG_LOCALES[language] ?? language} />
    </>
  );
}

const OG_LOCALES: Readonly<Record<string, string>> = { de: 'de_DE', en: 'en_GB', es: 'es_ES', fr: 'fr_FR', it: 'it_IT' };
