/** The probe, and a count of the statements this process sends to PostgreSQL: every query of the driver, `begin` and `commit` too. */
import { createRequire } from 'node:module';
import { counters } from './probe.js';

const adapter = createRequire(import.meta.resolve('@comptoir/adapters-db/database.js'));
const { Client } = adapter('pg');
const { query } = Client.prototype;

counters.statements = 0;
Client.prototype.query = function countedQuery(...args) {
  counters.statements += 1;
  return query.apply(this, args);
};
