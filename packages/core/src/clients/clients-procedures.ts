import { clientCrudProcedures } from './client-crud-procedures.js';
import { clientCsvProcedures } from './client-csv-procedures.js';
import { clientMergeProcedures } from './client-merge-procedures.js';
import { clientPartProcedures } from './client-part-procedures.js';
import { clientPrivacyProcedures } from './client-privacy-procedures.js';
import { clientSalesProcedures } from './client-sales-procedures.js';

/** The `clients` router: everybody an establishment sells to. */
export function clientsRouter() {
  return {
    ...clientCrudProcedures(),
    ...clientPartProcedures(),
    ...clientMergeProcedures(),
    ...clientPrivacyProcedures(),
    ...clientSalesProcedures(),
    ...clientCsvProcedures(),
  };
}
