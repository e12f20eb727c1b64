import { accountProcedures } from './account-procedures.js';
import { sessionProcedures } from './session-procedures.js';

/** The `auth` router: becoming a user, signing in and out, getting back in, and who one is. */
export function authRouter() {
  return { ...accountProcedures(), ...sessionProcedures() };
}
