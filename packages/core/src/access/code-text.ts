import { TICKET_CODE } from '../ticketing/ticket.js';

/**
 * The code in what a person typed or a reader read: that of a ticket in whatever letters and groups it is written, anything else as it is
 * but for the space around it.
 */
export function codeIn(text: string): string {
  const compact = text.replace(/[\s-]/g, '').toLowerCase();
  return TICKET_CODE.test(compact) ? compact : text.trim();
}
