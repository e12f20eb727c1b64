import { fulfilmentProcedures } from '../settlement/fulfilment-procedures.js';
import { moneyProcedures } from '../settlement/money-procedures.js';
import { returnProcedures } from '../settlement/return-procedures.js';

/** The procedures of the router `orders` about money, parcels and returns. */
export function settlementProcedures() {
  return { ...moneyProcedures(), ...fulfilmentProcedures(), ...returnProcedures() };
}
