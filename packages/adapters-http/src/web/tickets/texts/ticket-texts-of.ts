import type { TicketLanguage } from '@comptoir/core/ticketing/offer.js';
import { ticketDe } from './ticket-de.js';
import { ticketEn } from './ticket-en.js';
import { ticketEs } from './ticket-es.js';
import { ticketFr } from './ticket-fr.js';
import { ticketIt } from './ticket-it.js';
import type { TicketTexts } from './ticket-texts.js';

const TEXTS: Readonly<Record<TicketLanguage, TicketTexts>> = { fr: ticketFr, en: ticketEn, de: ticketDe, it: ticketIt, es: ticketEs };

export function ticketTextsOf(language: TicketLanguage): TicketTexts {
  return TEXTS[language];
}
