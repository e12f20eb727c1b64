import { registerProcedures } from './register-procedures.js';
import { reportProcedures } from './report-procedures.js';
import { shiftProcedures } from './shift-procedures.js';

/** The `posManagement` router: registers, shifts and the cash in them, and what auditors ask for. */
export function posManagementRouter() {
  return { ...registerProcedures(), ...shiftProcedures(), ...reportProcedures() };
}
