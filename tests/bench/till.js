import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { benchFile, ending, scratch, startChild } from './child.js';
import { withClient } from './postgres.js';

/** As `npm start` has it. */
const AS_STARTED = ['--max-semi-space-size=4'];

const PROGRAM = benchFile('../../packages/app/bin/comptoir.js');

/** The environment of a program of its own: any free ports, a new data directory, nothing of the caller's settings. */
export function tillEnvironment(databaseUrl) {
  const inherited = Object.fromEntries(
    Object.keys(process.env)
      .filter(isSetting)
      .map((name) => [name, undefined]),
  );
  return {
    ...inherited,
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    COMPTOIR_DATA_DIR: join(scratch, randomUUID()),
    COMPTOIR_STOREFRONT_PORT: '0',
    COMPTOIR_PLATFORM_PORT: '0',
    COMPTOIR_SDK_PORT: '0',
    COMPTOIR_EDGE_PORT: '0',
  };
}

function isSetting(name) {
  return name.startsWith('COMPTOIR_') || name === 'DATABASE_URL' || name === 'NODE_ENV' || name === 'NODE_OPTIONS';
}

/** The program as it is shipped, serving. `probe`: the module that answers for it. */
export function startTill(environment, { probe, nodeArgs = [], only } = {}) {
  const parts = only === undefined ? [] : ['--only', only];
  return startChild(
    [...AS_STARTED, ...nodeArgs, '--import', pathToFileURL(benchFile(probe)).href, PROGRAM, 'serve', ...parts],
    environment,
  );
}

/** Brings the database up to date and loads the demonstration. */
export async function loadDemo(environment) {
  for (const command of ['migrate', 'demo']) {
    await promisify(execFile)(process.execPath, [PROGRAM, command], {
      env: { ...process.env, ...environment },
      signal: ending.signal,
    });
  }
}

const OF_SITE = ['categories', 'items', 'item_variants'];

/**
 * Copies `chez-lucie` with its menu `count` times, each for an organisation of its own, because an establishment takes 60 orders
 * in ten minutes and no more. Rows are copied whole, whatever columns they have. Returns `{tenantId, id, slug}` of each.
 */
export async function copySites(databaseUrl, count) {
  const copies = Array.from({ length: count }, (_, index) => ({ tenantId: randomUUID(), id: randomUUID(), slug: `bench-${index}` }));
  await withClient(databaseUrl, async (client) => {
    const { rows } = await client.query(`select tenant_id as "tenantId", id from sites where slug = 'chez-lucie'`);
    const [original] = rows;
    const copyRows = (table, key, id, changes) =>
      client.query(
        `insert into ${table}
         select (jsonb_populate_record(original, jsonb_build_object(${changes}))).*
         from ${table} as original, jsonb_to_recordset($2::jsonb) as copy ("tenantId" uuid, id uuid, slug text)
         where original.${key} = $1`,
        [id, JSON.stringify(copies)],
      );
    await copyRows('tenants', 'id', original.tenantId, `'id', copy."tenantId"`);
    await copyRows('sites', 'id', original.id, `'tenant_id', copy."tenantId", 'id', copy.id, 'slug', copy.slug`);
    for (const table of OF_SITE) await copyRows(table, 'site_id', original.id, `'tenant_id', copy."tenantId", 'site_id', copy.id`);
  });
  return copies;
}

/** Tells the planner how much there is, as the server itself does within a minute. Before that, plans are those of empty tables. */
export async function analyze(databaseUrl) {
  await withClient(databaseUrl, (client) => client.query('analyze'));
}

/** Has the server read the menu of every site, as it has after its first minute of life; returns one, which they all share. */
export async function readMenus({ ready }, sites) {
  let carte;
  for (const { slug } of sites) carte = await (await fetch(`${ready.storefront}/api/carte?slug=${slug}`)).json();
  return carte;
}
