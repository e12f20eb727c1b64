import type { TicketLanguage } from '@comptoir/core/ticketing/offer.js';
import type { WindowSite } from '@comptoir/core/ticketing/ticket-counter.js';
import { LanguageLinks } from '../../components/language-switch.js';
import { OpenState } from '../../components/masthead.js';
import { TICKET_LANGUAGE_NAMES } from '../ticket-languages.js';
import { useTicketPage } from './ticket-context.js';

export interface TicketMastheadProps {
  readonly site: WindowSite;
  readonly now: Date;
  readonly hrefOf: (language: TicketLanguage) => string;
}

export function TicketMasthead({ site, now, hrefOf }: TicketMastheadProps) {
  const { language, texts, contentLang } = useTicketPage();
  return (
    <header class="masthead masthead--tickets">
      <LanguageLinks language={language} label={texts.languageSwitch} names={TICKET_LANGUAGE_NAMES} hrefOf={hrefOf} />
      <p class="masthead__kicker">
        {texts.trades[site.trade]} <span aria-hidden="true">·</span> <span lang={contentLang}>{site.address.city}</span>
      </p>
      <h1 class="masthead__name" lang={contentLang}>
        {site.name}
      </h1>
      {site.description !== null && (
        <p class="masthead__words" lang={contentLang}>
          {site.description}
        </p>
      )}
      <OpenState times={site} now={now} />
    </header>
  );
}
