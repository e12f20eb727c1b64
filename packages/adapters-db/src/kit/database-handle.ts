import type { Kysely } from 'kysely';
import type { Schema } from '../schema.js';

/** A connection or an open transaction: stores work alike on both. */
export type Handle = Kysely<Schema>;
