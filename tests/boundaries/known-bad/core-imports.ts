// Goes red when core imports anything besides zod and its own files.
// Checked as packages/core/src/orders/core-imports.ts
import { readFile } from 'node:fs/promises'; // red: style/noRestrictedImports
import type { IncomingMessage } from 'node:http'; // red: style/noRestrictedImports
import { argv } from 'node:process'; // red: style/noRestrictedImports
import { openDatabase } from '@comptoir/adapters-db/database.js'; // red: style/noRestrictedImports correctness/noUndeclaredDependencies
import { Kysely } from 'kysely'; // red: style/noRestrictedImports correctness/noUndeclaredDependencies
import { createOrderStore } from '../../../adapters-db/src/orders/kysely-order-store.js'; // red: style/noRestrictedImports

export { hash } from '../../../adapters-db/dist/kit/hash.js'; // red: style/noRestrictedImports performance/noBarrelFile

export const used = [readFile, argv, openDatabase, Kysely, createOrderStore];

export async function late(message: IncomingMessage): Promise<unknown> {
  const net = await import('node:net'); // red: style/noRestrictedImports
  return [net, message];
}
