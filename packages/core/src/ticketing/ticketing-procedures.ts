import { bookingProcedures } from './booking-procedures.js';
import { offerProcedures } from './offer-procedures.js';
import { sessionProcedures } from './session-procedures.js';

/** The `ticketing` router. */
export function ticketingRouter() {
  return { ...offerProcedures(), ...sessionProcedures(), ...bookingProcedures() };
}
