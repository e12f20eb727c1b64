import { withoutFormula, writeCsv } from '../kit/csv.js';
import type { Client } from './client.js';
import { CLIENT_COLUMNS } from './client-columns.js';

/** The clients as CSV with a line of headings; `planClientImport` reads it back as the same clients. */
export function clientsCsv(clients: readonly Client[]): string {
  const headings = CLIENT_COLUMNS.map(({ name }) => name);
  const rows = clients.map((client) => CLIENT_COLUMNS.map((column) => withoutFormula(column.write(client))));
  return writeCsv([headings, ...rows]);
}
