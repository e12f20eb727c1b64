import type { WindowSite } from '@comptoir/core/ticketing/ticket-counter.js';
import { type ComponentChildren, createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { makeSharedPage, type SharedPage, SharedPageContext } from '../../components/page-context.js';
import type { TicketTexts } from '../texts/ticket-texts.js';

/** What every part of the pages of tickets needs to put words and numbers on them. */
export interface TicketPage extends SharedPage {
  readonly texts: TicketTexts;
}

type PageSite = Pick<WindowSite, 'languages' | 'currency' | 'timezone'>;

export function makeTicketPage(texts: TicketTexts, site: PageSite): TicketPage {
  return { ...makeSharedPage(texts, texts.language, site), texts };
}

const TicketContext = createContext<TicketPage | null>(null);

export function TicketProvider({ page, children }: { page: TicketPage; children: ComponentChildren }) {
  return (
    <SharedPageContext.Provider value={page}>
      <TicketContext.Provider value={page}>{children}</TicketContext.Provider>
    </SharedPageContext.Provider>
  );
}

export function useTicketPage(): TicketPage {
  const page = useContext(TicketContext);
  if (page === null) throw new Error('A component of the pages of tickets was rendered outside TicketProvider.');
  return page;
}
