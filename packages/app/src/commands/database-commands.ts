import { z } from 'zod';
import { DEMO_ACCOUNT } from '../demo/demo-account.js';
import { defineCommand } from './command.js';

const noArgs = z.object({});

export const migrate = defineCommand({
  name: 'migrate',
  needsSchema: false,
  args: noArgs,
  result: z.object({ applied: z.array(z.string()) }),
  run: async ({ database }) => ({ applied: [...(await database.migrate())] }),
  print: ({ applied }) => (applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}.`),
});

export const demo = defineCommand({
  name: 'demo',
  args: noArgs,
  result: z.object({ created: z.array(z.string()), account: z.enum(['created', 'present', 'withheld']) }),
  async run({ services, passwords, production }) {
    const { loadDemo } = await import('../demo/load-demo.js');
    return loadDemo(services, production ? null : passwords);
  },
  print: ({ created, account }) =>
    [
      created.length === 0 ? 'The demonstration was there already.' : `Created ${created.join(', ')}.`,
      account === 'withheld'
        ? `The account ${DEMO_ACCOUNT.email} is left out in production: its password is public.`
        : `Sign in as ${DEMO_ACCOUNT.email} with the password ${DEMO_ACCOUNT.password}.`,
    ].join('\n'),
});

/** What `doctor` asks of a database, wherever it is open. */
export const databaseStatusSchema = z.object({
  kind: z.enum(['postgres', 'embedded']),
  /** Migrations that have not run yet. */
  pending: z.array(z.string()),
  /** What the database thinks the time is, and what the process that asked it did (the middle of the question). */
  clock: z.coerce.date(),
  processClock: z.coerce.date(),
});

export const databaseStatus = defineCommand({
  name: 'database.status',
  needsSchema: false,
  args: noArgs,
  result: databaseStatusSchema,
  async run({ database }) {
    const before = Date.now();
    const clock = await database.ping();
    const processClock = new Date((before + Date.now()) / 2);
    return { kind: database.kind, pending: [...(await database.pendingMigrations())], clock, processClock };
  },
  print: ({ kind, pending }) => `${kind}, ${pending.length === 0 ? 'migrated' : `without ${pending.join(', ')}`}`,
});
