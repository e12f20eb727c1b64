import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileState } from './build/file-state.js';
import { filesIn } from './build/site-files.js';
import type { Site } from './site.js';

/**
 * Notices changes of the files of a site, by looking at them: notifications of the system miss folders that are new, and network drives. Islands are
 * not looked at (interfaces, "Edge route-table eviction").
 */
export interface SiteWatch {
  /** True when something is different from the last time somebody asked about this site; false the first time. */
  hasChanged(site: Site): Promise<boolean>;
}

type States = ReadonlyMap<string, string>;

export function makeSiteWatch(): SiteWatch {
  const seen = new WeakMap<Site, { readonly own: States; readonly imported: States }>();
  return {
    async hasChanged(site) {
      const before = seen.get(site);
      const now = await look(site);
      seen.set(site, now);
      if (before === undefined) return false;
      // Of a file that was imported only since, what counts is how the build found it.
      const isDifferent = ([file, state]: readonly [string, string]) => (before.imported.get(file) ?? site.imported.get(file)) !== state;
      return !isSame(before.own, now.own) || [...now.imported].some(isDifferent);
    },
  };
}

async function look({ directory, imported }: Site) {
  const [routes, files] = await Promise.all([filesIn(directory, 'routes'), filesIn(directory, 'public')]);
  const others = [...imported.keys()].filter((file) => !/^(?:routes|node_modules)\//.test(file));
  return { own: await statesOf(directory, [...routes, ...files]), imported: await statesOf(directory, others) };
}

async function statesOf(directory: string, files: readonly string[]): Promise<States> {
  return new Map(await Promise.all(files.map(async (file) => [file, await stateOf(join(directory, file))] as const)));
}

async function stateOf(path: string): Promise<string> {
  const state = await stat(path, { bigint: true }).catch(() => null);
  return state === null ? 'gone' : fileState(state);
}

function isSame(one: States, other: States): boolean {
  return one.size === other.size && [...one].every(([file, state]) => other.get(file) === state);
}
