import { DomainError } from '../kit/errors.js';
import type { Stores } from '../stores.js';
import { hostsOf, type Vhost } from './vhost.js';
import type { VhostViews } from './vhost-store.js';
import type { WebServer } from './web-server.js';

/** What a call wants to become of a vhost. */
export type Change =
  /** Nothing but what all vhosts share: that challenges of the certificate authority are answered, most of all. */
  | { readonly kind: 'common' }
  | { readonly kind: 'put'; readonly vhost: Vhost }
  /** The file alone: what is served is noted by a later `put`, or taken back. */
  | { readonly kind: 'prepare'; readonly vhost: Vhost }
  /** Takes back what was prepared, unless it is served by now. */
  | { readonly kind: 'withdraw'; readonly vhost: Vhost }
  | { readonly kind: 'remove'; readonly domain: string; readonly appId: string };

/** The change in terms of files and rows. */
export interface Edit {
  /** The names that the web server has to know afterwards. */
  readonly names: readonly string[];
  readonly files: readonly FileChange[];
  /** Whether there was a vhost before. */
  readonly existed: boolean;
  save(stores: Pick<Stores, 'vhosts'>): Promise<void>;
}

/** `text` is null for a file that goes. */
export interface FileChange {
  readonly name: string;
  readonly text: string | null;
}

const NOTHING: Edit = { names: [], files: [], existed: false, save: async () => undefined };

interface PlanDeps {
  readonly views: VhostViews;
  readonly webServer: WebServer;
}

/** The names a change is about: two changes that share one are not made together. */
export function namesOf(change: Change): readonly string[] {
  if (change.kind === 'common') return [];
  return change.kind === 'remove' ? [change.domain] : hostsOf(change.vhost);
}

/** Throws `host_taken` when the vhost, or one of the names it wants, is somebody else's, and `config_rejected` when what it refers to is gone. */
export async function planEdit({ views, webServer }: PlanDeps, change: Change): Promise<Edit> {
  if (change.kind === 'common') return NOTHING;
  if (change.kind === 'withdraw') return withdrawalOf({ views, webServer }, change.vhost);
  const { domain, appId } = change.kind === 'remove' ? change : change.vhost;
  const before = await views.get(domain);
  if (before !== null && before.appId !== appId) throw hostTaken(domain);
  if (change.kind === 'remove') return removalOf(domain, before === null ? null : (await webServer.fileOf(before)).name);
  await refuseTakenNames(views, change.vhost);
  const file = await webServer.fileOf(change.vhost);
  if (change.kind === 'prepare') return before === null ? { ...NOTHING, names: namesOf(change), files: [file] } : NOTHING;
  await refuseUnservable(webServer, change.vhost);
  return {
    names: namesOf(change),
    files: [...(await otherFileOf(webServer, change.vhost, file.name)), file],
    existed: before !== null,
    save: ({ vhosts }) => vhosts.save(change.vhost),
  };
}

/** It was looked at when the call came, and its certificate may have been removed since. */
async function refuseUnservable({ sites }: WebServer, vhost: Vhost): Promise<void> {
  const fault = await sites.faultOf(vhost);
  if (fault !== null) throw new DomainError('config_rejected', { message: `This virtual host cannot be served: ${fault}.` });
}

/** The certificate may have become the platform's to keep, or the app's: then there may be a file with another name. */
async function otherFileOf(webServer: WebServer, vhost: Vhost, own: string): Promise<readonly FileChange[]> {
  const { name } = await webServer.fileOf({ ...vhost, automatic: !vhost.automatic });
  return name === own ? [] : [{ name, text: null }];
}

async function withdrawalOf({ views, webServer }: PlanDeps, vhost: Vhost): Promise<Edit> {
  const served = await views.get(vhost.domain);
  const { name } = await webServer.fileOf(vhost);
  if (served !== null && (await webServer.fileOf(served)).name === name) return NOTHING;
  return { ...NOTHING, files: [{ name, text: null }] };
}

function removalOf(domain: string, oldFile: string | null): Edit {
  return {
    names: [],
    files: oldFile === null ? [] : [{ name: oldFile, text: null }],
    existed: oldFile !== null,
    save: async ({ vhosts }) => {
      await vhosts.remove(domain);
    },
  };
}

/** Throws `host_taken`. Names are unique over all vhosts: the web server would hear only one of two that share a name. */
export async function refuseTakenNames(views: VhostViews, vhost: Pick<Vhost, 'domain' | 'aliases'>): Promise<void> {
  for (const [name, domain] of await views.domainsOf(hostsOf(vhost))) {
    if (domain !== vhost.domain) throw hostTaken(name);
  }
}

/** Says which name, not whose it is. */
export function hostTaken(name: string): DomainError {
  return new DomainError('host_taken', { message: `The host name ${name} belongs to another virtual host.` });
}
