import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DomainError } from '@comptoir/core/kit/errors.js';
import { slugSchema } from '@comptoir/core/kit/validate.js';
import { z } from 'zod';
import { defineCommand } from './command.js';
import { scopeOf, siteBySlug } from './lookups.js';

/**
 * Writes the full export of an establishment into a new file of this machine, which nobody else may read: it holds the data of people.
 * Throws `invalid_request` for a file that is there, or cannot be made.
 */
export const exportFile = defineCommand({
  name: 'export',
  args: z.object({ site: slugSchema, file: z.string().min(1) }),
  result: z.object({ file: z.string() }),
  async run({ services }, { site, file }) {
    const scope = scopeOf(await siteBySlug(services, site));
    const out = createWriteStream(file, { flags: 'wx', mode: 0o600 });
    try {
      await pipeline(Readable.from(services.exports.pieces(scope, null), { highWaterMark: 1 }), out);
    } catch (error) {
      if (out.bytesWritten === 0 && isFileFault(error))
        throw new DomainError('invalid_request', { message: `The file cannot be made: ${error.code}.` });
      throw error;
    }
    return { file };
  },
  print: ({ file }) => `written to ${file}`,
});

function isFileFault(error: unknown): error is { readonly code: string } {
  return typeof error === 'object' && error !== null && 'code' in error && /^E[A-Z]+$/.test(String(error.code));
}

/** Takes in an establishment from a file on this machine, all of it or nothing. */
export const importFile = defineCommand({
  name: 'import',
  args: z.object({ file: z.string().min(1) }),
  result: z.object({ tenantId: z.string(), siteId: z.string(), slug: z.string(), records: z.int(), journalEntries: z.int() }),
  run: ({ services }, { file }) =>
    services.imports.take(() => createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })),
  print: ({ slug, records, journalEntries }) => `${slug}: ${records} records, ${journalEntries} entries of the fiscal journal verified`,
});
