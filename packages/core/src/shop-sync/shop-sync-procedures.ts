import { z } from 'zod';
import { auditEntryOf } from '../kit/call-procedure.js';
import { DomainError } from '../kit/errors.js';
import { pageOf } from '../kit/page.js';
import { type CallContext, defineProcedure, siteScopeOf } from '../kit/procedure.js';
import type { Scope } from '../kit/scope.js';
import { connectionIn } from './connection.js';
import { forgetConnection, storeConnection, testConnection } from './connection-test.js';
import { driftProcedures } from './drift/drift-procedures.js';
import { refusalOfFault } from './run-errors.js';
import { type ShopConnection, ShopFault, type ShopProbe } from './shop-gateway.js';
import {
  connectionInput,
  connectionRecord,
  presentRun,
  probeRecord,
  quarantinedRecord,
  quarantineIdInput,
  quarantineInput,
  runInput,
  runRecord,
  runsInput,
} from './shop-sync-contract.js';
import type { ImportedEntity } from './shop-sync-service.js';
import { statusProcedures } from './status-procedures.js';

const READ = { kind: 'permission', permissions: ['shopSync:read'] } as const;
/** The connection is two settings, one of them a secret. */
const WRITE = { kind: 'permission', permissions: ['shopSync:write', 'settings:write'] } as const;
const RUN = { kind: 'permission', permissions: ['shopSync:run'] } as const;

const SHOP_ERRORS = ['not_configured', 'shop_unauthorized', 'shop_unreadable', 'shop_unusable', 'shop_unreachable'] as const;

/** The `shopSync` router. */
export function shopSyncRouter() {
  return { ...statusProcedures(), ...connectionProcedures(), ...runProcedures(), ...quarantineProcedures(), ...driftProcedures() };
}

function connectionProcedures() {
  return {
    getConnection: defineProcedure({
      type: 'query',
      access: READ,
      summary: 'The online shop the establishment is connected to. Of the key only whether it is set.',
      input: z.object({}).default({}),
      output: connectionRecord,
      run: async (context) => connectionShown(context, siteScopeOf(context)),
    }),
    setConnection: defineProcedure({
      type: 'mutation',
      access: WRITE,
      transaction: 'own',
      summary: 'Connects the establishment to an online shop, once the shop answers; with `force` also when it does not.',
      input: connectionInput.extend({ force: z.boolean().default(false) }),
      output: z.object({ connection: connectionRecord, probe: probeRecord.nullable() }),
      errors: SHOP_ERRORS,
      run: async (context, input) => {
        const scope = siteScopeOf(context);
        const { force, ...connection } = input;
        const probe = force ? null : await readable(probed(context, scope, connection));
        await audited(context, 'shopSync.setConnection', connectionInput, connection, async (stores) => {
          await storeConnection(stores.settings, scope, connection, probe, context.services.clock.now());
        });
        return { connection: await connectionShown(context, scope), probe: probe === null ? null : probeShown(probe) };
      },
    }),
    removeConnection: defineProcedure({
      type: 'mutation',
      access: WRITE,
      summary: 'Disconnects the establishment from its online shop. What was imported stays.',
      input: z.object({}).optional(),
      output: connectionRecord,
      run: async (context) => {
        const scope = siteScopeOf(context);
        await context.services.unitOfWork(scope, (_services, { settings }) => forgetConnection(settings, scope));
        return { connected: false, url: null, keySet: false };
      },
    }),
    test: defineProcedure({
      type: 'query',
      access: RUN,
      summary: 'Asks the connected online shop who it is and whether the key reads what is needed; `getStatus` shows the last answer.',
      input: z.object({}).default({}),
      output: probeRecord,
      errors: SHOP_ERRORS,
      run: async (context) => probeShown(await testConnection(context.services, siteScopeOf(context))),
    }),
    // No query: those may be asked by GET, and the key would stand in an address.
    checkConnection: defineProcedure({
      type: 'mutation',
      access: WRITE,
      transaction: 'own',
      summary: 'Asks an online shop that is not connected yet who it is and what the key may not read; stores nothing.',
      input: connectionInput,
      output: probeRecord,
      errors: SHOP_ERRORS,
      run: async (context, connection) => {
        await audited(context, 'shopSync.checkConnection', connectionInput, connection, async () => undefined);
        return probeShown(await probed(context, siteScopeOf(context), connection));
      },
    }),
  };
}

function runProcedures() {
  return {
    run: defineProcedure({
      type: 'mutation',
      access: RUN,
      transaction: 'own',
      summary: 'Begins a synchronization, or goes on with one that was cut, and answers at once; `getRun` tells how far it is.',
      input: runInput,
      output: runRecord,
      errors: ['not_configured', 'nothing_to_accept', 'sync_running', 'unknown_shop'],
      run: (context, input) => started(context, 'shopSync.run', { ...input, dryRun: false }),
    }),
    dryRun: defineProcedure({
      type: 'mutation',
      access: RUN,
      transaction: 'own',
      summary: 'Reckons what a synchronization would write, and writes none of it; answers at once, `getRun` tells the rest.',
      input: runInput,
      output: runRecord,
      errors: ['not_configured', 'nothing_to_accept', 'unknown_shop'],
      run: (context, input) => started(context, 'shopSync.dryRun', { ...input, dryRun: true }),
    }),
    listRuns: defineProcedure({
      type: 'query',
      access: READ,
      summary: 'One page of the synchronizations, newest first.',
      input: runsInput,
      output: pageOf(runRecord),
      run: async (context, filter) => {
        const { views, clock } = context.services;
        const { items, ...page } = await views.syncRuns.list(siteScopeOf(context), filter);
        return { ...page, items: items.map((run) => presentRun(run, clock.now())) };
      },
    }),
    getRun: defineProcedure({
      type: 'query',
      access: READ,
      summary: 'A synchronization, with how far it is.',
      input: quarantineIdInput,
      output: runRecord,
      errors: ['unknown_record'],
      run: async (context, { id }) => {
        const { views, clock } = context.services;
        const run = await views.syncRuns.get(siteScopeOf(context), id);
        if (run === null) throw new DomainError('unknown_record');
        return presentRun(run, clock.now());
      },
    }),
  };
}

function quarantineProcedures() {
  return {
    listQuarantine: defineProcedure({
      type: 'query',
      access: READ,
      summary: 'One page of the records of the shop that cannot be imported, with why; `search` is their id in the shop.',
      input: quarantineInput,
      output: pageOf(quarantinedRecord),
      run: (context, filter) => context.services.views.quarantine.list(siteScopeOf(context), filter),
    }),
    retryQuarantined: defineProcedure({
      type: 'mutation',
      access: RUN,
      transaction: 'own',
      summary: 'Reads the record of the shop again now and imports it. Vendors and categories wait for the next run.',
      input: quarantineIdInput,
      output: z.object({ imported: z.boolean(), quarantined: quarantinedRecord.nullable() }),
      errors: ['unknown_record', ...SHOP_ERRORS],
      run: retryQuarantined,
    }),
    dismissQuarantined: defineProcedure({
      type: 'mutation',
      access: RUN,
      summary: 'Does not try the record again before it changes in the shop.',
      input: quarantineIdInput,
      output: quarantinedRecord,
      errors: ['unknown_record'],
      run: async (context, { id }) => {
        const scope = siteScopeOf(context);
        return context.services.unitOfWork(scope, (_services, { quarantine }) => quarantine.setNextTry(scope, id, null));
      },
    }),
  };
}

async function connectionShown({ services: { views } }: CallContext, scope: Scope) {
  return connectionIn(await views.settings.list(scope));
}

function probed({ services: { shopSync } }: CallContext, scope: Scope, connection: ShopConnection): Promise<ShopProbe> {
  return shopSync.probe(scope, connection).catch(asRefusal);
}

async function readable(probing: Promise<ShopProbe>): Promise<ShopProbe> {
  const probe = await probing;
  if (probe.unreadable.length === 0) return probe;
  throw new DomainError('shop_unreadable', { message: `The key of the online shop may not read: ${probe.unreadable.join(', ')}.` });
}

function asRefusal(error: unknown): never {
  throw error instanceof ShopFault ? refusalOfFault(error) : error;
}

function probeShown({ unreadable, remarks, ...probe }: ShopProbe): z.input<typeof probeRecord> {
  return { ...probe, unreadable: [...unreadable], remarks: [...remarks] };
}

interface Started extends z.output<typeof runInput> {
  readonly dryRun: boolean;
}

async function started(context: CallContext, action: string, { job, dryRun, acceptDisappearance }: Started) {
  const { shopSync, clock } = context.services;
  const run = await shopSync.start(siteScopeOf(context), job, { dryRun, acceptDisappearance });
  await audited(context, action, runInput, { job, acceptDisappearance }, async () => undefined);
  return presentRun(run, clock.now());
}

const IMPORTED_NOW: readonly string[] = ['products', 'customers', 'orders'] satisfies ImportedEntity[];

async function retryQuarantined(context: CallContext, input: z.output<typeof quarantineIdInput>) {
  const { shopSync, views, clock } = context.services;
  const scope = siteScopeOf(context);
  const { entity, externalId } = await audited(context, 'shopSync.retryQuarantined', quarantineIdInput, input, ({ quarantine }) =>
    quarantine.setNextTry(scope, input.id, clock.now()),
  );
  if (isImportedNow(entity)) await shopSync.importNow(scope, entity, [externalId]).catch(asRefusal);
  const quarantined = await views.quarantine.get(scope, input.id);
  return { imported: quarantined === null, quarantined };
}

function isImportedNow(entity: string): entity is ImportedEntity {
  return IMPORTED_NOW.includes(entity);
}

type Write<Result> = (stores: Parameters<Parameters<CallContext['services']['unitOfWork']>[1]>[1]) => Promise<Result>;

/** A change with its audit entry, in one transaction. */
function audited<Result>(context: CallContext, action: string, contract: z.ZodType, input: unknown, write: Write<Result>): Promise<Result> {
  return context.services.unitOfWork(siteScopeOf(context), async (_services, stores) => {
    const result = await write(stores);
    await stores.audit.append(auditEntryOf(action, context, contract, input, null));
    return result;
  });
}
