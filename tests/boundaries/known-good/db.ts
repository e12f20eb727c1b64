// Allows adapters-db with core, its drivers, kysely and Node.
// Checked as packages/adapters-db/src/orders/db.ts
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DomainError } from '@comptoir/core/kit/errors.js';
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'kysely';
import { Pool } from 'pg';

export const used = [DomainError, PGlite, Pool, sql, new Date()];
export const load = (directory: string): Promise<Buffer> => readFile(join(directory, 'schema.sql'));
