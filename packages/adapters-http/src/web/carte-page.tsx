import type { Carte } from '@comptoir/core/carte/carte.js';
import type { WebAssets } from './assets.js';
import { CarteApp, type CarteState } from './components/carte-app.js';
import { renderDocument } from './document.js';
import type { Language } from './language.js';
import { menuSections, sharedPhoto } from './menu-sections.js';
import { cartePath } from './page-paths.js';
import { structuredCarte } from './structured-data.js';
import { hostTextsOf } from './texts/host-texts.js';

export interface CartePageInput {
  readonly carte: Carte;
  readonly language: Language;
  readonly assets: WebAssets;
  /** The address of this host as guests reach it, without a trailing slash. */
  readonly publicUrl: string;
  readonly now: Date;
}

/** The public menu: complete as it is, and ordered from once its script runs. */
export function renderCartePage({ carte, language, assets, publicUrl, now }: CartePageInput): string {
  const texts = hostTextsOf(language);
  const canonical = `${publicUrl}${cartePath(carte.slug)}`;
  const title = texts.menuOf(carte.name);
  const description = carte.description ?? texts.description(carte.name, carte.address.city);
  const state: CarteState = { carte, language, now: now.toISOString() };
  const photo = menuSections(carte)
    .flatMap(({ items }) => items.map((item) => sharedPhoto(item, canonical)))
    .find((address) => address !== undefined);
  return renderDocument({
    language,
    assets,
    title,
    description,
    canonical,
    structured: structuredCarte(carte, canonical),
    head: (
      <>
        <meta property="og:type" content="restaurant.menu" />
        <meta property="og:site_name" content={carte.name} />
        <meta property="og:title" content={title} />
        <meta property="og:description" content={description} />
        {photo !== undefined && <meta property="og:image" content={photo} />}
      </>
    ),
    body: <CarteApp {...state} />,
    client: { script: 'carte.js', state },
  });
}
