import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { SiteRoots } from '@comptoir/core/edge-routes/site-roots.js';

/** A name of the DNS with a letter in it: nothing that walks through folders, and no address. */
const HOST = /^(?=.*[a-z])[a-z0-9-]+(?:\.[a-z0-9-]+)*$/;

/** Sites in a directory of their own, each in a folder with the name of its host. */
export function makeDirectorySiteRoots(directory: string): SiteRoots {
  return {
    async rootOf(host) {
      if (!HOST.test(host)) return null;
      const root = join(directory, host);
      const state = await stat(root).catch(() => null);
      return state?.isDirectory() ? root : null;
    },
  };
}
