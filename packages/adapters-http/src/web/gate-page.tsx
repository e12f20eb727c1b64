import type { Site } from '@comptoir/core/sites/site.js';
import type { WebAssets } from './assets.js';
import { renderDocument } from './document.js';
import { GateApp, type GateState } from './gate/gate-app.js';
import type { Language } from './language.js';
import { GATE_TEXTS } from './texts/gate-texts.js';

export interface GatePageInput {
  readonly site: Pick<Site, 'slug' | 'name' | 'timezone'>;
  readonly language: Language;
  readonly assets: WebAssets;
}

/** The page a gate scans on. It says nothing but what the establishment is called: everything else takes the key of a device. */
export function renderGatePage({ site, language, assets }: GatePageInput): string {
  const state: GateState = { slug: site.slug, site: site.name, timezone: site.timezone, language };
  return renderDocument({
    language,
    assets,
    title: GATE_TEXTS[language].title(site.name),
    description: null,
    canonical: null,
    stylesheet: 'gate.css',
    body: <GateApp {...state} />,
    client: { script: 'gate.js', state },
  });
}
