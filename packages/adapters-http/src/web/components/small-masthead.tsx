import type { Carte } from '@comptoir/core/carte/carte.js';
import type { PickupChannel } from '@comptoir/core/orders/order.js';
import { homePath } from '../page-paths.js';
import { LanguageSwitch } from './language-switch.js';
import { usePage } from './page-context.js';

export interface SmallMastheadProps {
  readonly channel: PickupChannel;
  readonly site: Pick<Carte, 'slug' | 'name'>;
  /** `?lang=fr` when the language was asked for in the address, else empty. */
  readonly languageQuery: string;
}

/** The head of the pages below an establishment's own: its name leads there. */
export function SmallMasthead({ channel, site, languageQuery }: SmallMastheadProps) {
  const { language, texts, contentLang } = usePage();
  return (
    <header class="masthead masthead--small">
      <LanguageSwitch language={language} label={texts.languageSwitch} />
      <p class="masthead__name">
        <a href={homePath(site.slug, channel) + languageQuery} lang={contentLang}>
          {site.name}
        </a>
      </p>
    </header>
  );
}
