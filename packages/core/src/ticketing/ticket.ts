/** What lets one person in, once, to one session. */

export const TICKET_STATES = ['valid', 'used', 'cancelled'] as const;
export type TicketState = (typeof TICKET_STATES)[number];

export interface Ticket {
  readonly tenantId: string;
  readonly siteId: string;
  readonly id: string;
  /** The secret in the QR code, unique over all establishments; made by `ticketCode`. Whoever knows it is let in. */
  readonly code: string;
  /** The booking it is of, an order of the channel `ticketing`. */
  readonly orderId: string;
  readonly sessionId: string;
  readonly offerId: string;
  readonly rateId: string;
  /** As the rate was called, in the language of the booking. */
  readonly rateName: string;
  readonly state: TicketState;
  /** The first entry with it. */
  readonly usedAt: Date | null;
}

/** Digits and letters that are not mistaken for each other, read aloud or printed small. */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz';
const CODE_LENGTH = 26;

export const TICKET_CODE = new RegExp(`^[${ALPHABET}]{${CODE_LENGTH}}$`);

/** The code of a ticket from random bytes: about 128 bits. Bytes of the last, incomplete run of the alphabet are left out, so no letter is likelier. */
export function ticketCode(randomBytes: (count: number) => Uint8Array): string {
  const limit = 256 - (256 % ALPHABET.length);
  let code = '';
  while (code.length < CODE_LENGTH) {
    const fair = [...randomBytes(CODE_LENGTH)].filter((byte) => byte < limit);
    code += fair.map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
  }
  return code.slice(0, CODE_LENGTH);
}
