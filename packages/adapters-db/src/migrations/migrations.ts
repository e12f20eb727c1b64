import type { Migration } from 'kysely';
import * as foundation from './0001-foundation.js';
import * as identity from './0002-identity.js';
import * as till from './0003-till.js';
import * as vhosts from './0009-vhosts.js';

/** Every change of the schema, in order. A landed migration is never edited: what it made exists somewhere. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-foundation': foundation,
  '0002-identity': identity,
  '0003-till': till,
  '0009-vhosts': vhosts,
};
