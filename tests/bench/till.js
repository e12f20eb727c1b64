import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { benchFile, scratch, startChild } from './child.js';
import { withClient } from './postgres.js';

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
  return startChild([...nodeArgs, '--import', pathToFileURL(benchFile(probe)).href, PROGRAM, 'serve', ...parts], environment);
}

/** Brings the database up to date and loads the demonstration. */
export async function loadDemo(environment) {
  for (const command of ['migrate', 'demo']) {
    await promisify(execFile)(process.execPath, [PROGRAM, command], { env: { ...process.env, ...environment } });
  }
}

const COPIED = ['categories', 'items', 'item_variants'];

/**
 * Copies `chez-lucie` with its menu `count` times, for an establishment takes 60 orders in ten minutes and no more. Returns the
 * slugs and ids. Rows are copied whole, whatever columns they have.
 */
export async function copySites(databaseUrl, count) {
  return withClient(databaseUrl, async (client) => {
    const { rows: copies } = await client.query(
      `insert into sites
       select (jsonb_populate_record(site, jsonb_build_object('id', gen_random_uuid(), 'slug', 'bench-' || n))).*
       from sites as site, generate_series(1, $1::int) as n where site.slug = 'chez-lucie'
       returning tenant_id as "tenantId", id, slug`,
      [count],
    );
    const ids = copies.map(({ id }) => id);
    for (const table of COPIED) {
      await client.query(
        `insert into ${table}
         select (jsonb_populate_record(original, jsonb_build_object('site_id', copy))).*
         from ${table} as original, unnest($1::uuid[]) as copy
         where original.site_id = (select id from sites where slug = 'chez-lucie')`,
        [ids],
      );
    }
    await client.query('vacuum analyze');
    return copies;
  });
}

/** Has the server read the menu of every site, as it has after its first minute of life; returns one, which they all share. */
export async function readMenus({ ready }, sites) {
  let carte;
  for (const { slug } of sites) carte = await (await fetch(`${ready.storefront}/api/carte?slug=${slug}`)).json();
  return carte;
}
