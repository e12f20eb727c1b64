import type { Logger } from '../kit/logger.js';
import { type Lease, type LeaseDeps, withLease } from './publishing-lease.js';
import type { Vhost } from './vhost.js';
import type { VhostViews } from './vhost-store.js';
import type { SiteFile, WebServer } from './web-server.js';

export interface ReconcileDeps extends LeaseDeps {
  readonly views: VhostViews;
  readonly webServer: WebServer;
  readonly logger: Logger;
}

/** Domains and files, by name. */
export interface Reconciliation {
  /** Domains that the web server has to do without for now. */
  readonly quarantined: readonly string[];
  /** Files of the product that no vhost explains, now out of the way. */
  readonly setAside: readonly string[];
  /** Whether the files are others than before; a server that runs has read them. */
  readonly changed: boolean;
}

/** A vhost and the file it should have. */
interface Site {
  readonly vhost: Vhost;
  readonly file: SiteFile;
}

/** One reconciliation at work, on the files that are there. */
interface Run {
  readonly deps: ReconcileDeps;
  readonly lease: Lease;
  readonly present: Map<string, string>;
  readonly quarantined: string[];
  /** The web server would not start, whatever becomes of the vhosts: there is no point in a reload. */
  stuck: boolean;
}

/**
 * Makes the files what the database says, whatever a crash or a person left behind. A vhost that cannot be served is set aside
 * alone, so that the web server starts with all the others, and is tried again with each run. A web server without vhosts gets what
 * they share: challenges of the certificate authority are answered before there is a site. Throws `nginx_unavailable` when
 * there is something to serve and no web server on this machine; one that is not running will find its files in order.
 */
export async function reconcile(deps: ReconcileDeps): Promise<Reconciliation> {
  const isEmpty = (await deps.views.all()).length === 0 && (await deps.webServer.files.all()).size === 0;
  if (isEmpty && !(await deps.webServer.isSetUp())) return { quarantined: [], setAside: [], changed: false };
  return withLease(deps, (lease) => bringInOrder(deps, lease));
}

async function bringInOrder(deps: ReconcileDeps, lease: Lease): Promise<Reconciliation> {
  const { views, webServer } = deps;
  await webServer.files.sweep();
  const before = await webServer.files.all();
  const run: Run = { deps, lease, present: new Map(before), quarantined: [], stuck: false };
  const common = await webServer.commonFile();
  const sites = await Promise.all((await views.all()).map(async (vhost) => ({ vhost, file: await webServer.fileOf(vhost) })));
  const setAside = await setStrangersAside(run, new Set([common.name, ...sites.map(({ file }) => file.name)]));
  await put(run, common);
  await admit(run, await soundOf(run, sites));
  const changed = !sameTexts(before, run.present);
  if (changed && !run.stuck) await reloadIfRunning(deps);
  return { quarantined: run.quarantined, setAside, changed };
}

async function setStrangersAside(run: Run, wanted: ReadonlySet<string>): Promise<readonly string[]> {
  const strangers = [...run.present.keys()].filter((name) => !wanted.has(name));
  for (const name of strangers) {
    await run.deps.webServer.files.setAside(name);
    run.present.delete(name);
    run.deps.logger.warn({ file: name }, 'a file that belongs to no virtual host was set aside');
  }
  return strangers;
}

/** The sites that have what they refer to; the others are quarantined. */
async function soundOf(run: Run, sites: readonly Site[]): Promise<readonly Site[]> {
  const sound: Site[] = [];
  for (const site of sites) {
    const fault = await run.deps.webServer.sites.faultOf(site.vhost);
    if (fault === null) sound.push(site);
    else await quarantine(run, site, fault);
  }
  return sound;
}

/**
 * Puts the files of the sites in place, without those that keep the web server from starting. Mostly it names the file it
 * stumbles over; when it does not, the sites are halved until one stands alone.
 */
async function admit(run: Run, sites: readonly Site[]): Promise<void> {
  await run.lease.extend();
  for (const { file } of sites) await put(run, file);
  const outcome = await run.deps.webServer.test();
  if (outcome.ok) return release(run, sites);
  const { at, message } = outcome;
  const culprit = at.kind === 'ours' ? sites.find(({ file }) => file.name === at.name) : undefined;
  if (culprit !== undefined) {
    await quarantine(run, culprit, message);
    return admit(run, without(sites, culprit));
  }
  if (at.kind === 'elsewhere' || !(await isSoundWithout(run, sites))) return complain(run, sites, message);
  await admitHalves(run, sites, message);
}

function without(sites: readonly Site[], site: Site): readonly Site[] {
  return sites.filter((other) => other !== site);
}

async function admitHalves(run: Run, sites: readonly Site[], message: string): Promise<void> {
  const [only] = sites;
  if (only !== undefined && sites.length === 1) return quarantine(run, only, message);
  const middle = Math.ceil(sites.length / 2);
  await admit(run, sites.slice(0, middle));
  await admit(run, sites.slice(middle));
}

/** Takes the files of the sites away to see whether it is one of them. */
async function isSoundWithout(run: Run, sites: readonly Site[]): Promise<boolean> {
  await run.lease.extend();
  for (const { file } of sites) {
    await run.deps.webServer.files.remove(file.name);
    run.present.delete(file.name);
  }
  return (await run.deps.webServer.test()).ok;
}

/** The fault is in what other people wrote: the sites are in place for the day it is mended. */
async function complain(run: Run, sites: readonly Site[], message: string): Promise<void> {
  for (const { file } of sites) await put(run, file);
  run.stuck = true;
  run.deps.logger.error({ reason: message }, "the web server's own configuration is not valid: no virtual host can be published");
}

async function put(run: Run, file: SiteFile): Promise<void> {
  if (run.present.get(file.name) === file.text) return;
  await run.deps.webServer.files.put(file);
  run.present.set(file.name, file.text);
}

async function quarantine(run: Run, { vhost, file }: Site, reason: string): Promise<void> {
  const { webServer, logger } = run.deps;
  await webServer.files.setAside(file.name);
  run.present.delete(file.name);
  run.quarantined.push(vhost.domain);
  await run.lease.commit(({ vhosts }) => vhosts.setQuarantine(vhost.domain, reason));
  logger.error({ domain: vhost.domain, reason }, 'a virtual host cannot be served and was set aside');
}

/** What was quarantined and works again is told apart no more. */
async function release(run: Run, sites: readonly Site[]): Promise<void> {
  for (const { vhost } of sites.filter(({ vhost: { quarantine: reason } }) => reason !== null)) {
    await run.lease.commit(({ vhosts }) => vhosts.setQuarantine(vhost.domain, null));
    run.deps.logger.info({ domain: vhost.domain }, 'a virtual host is served again');
  }
}

function sameTexts(left: ReadonlyMap<string, string>, right: ReadonlyMap<string, string>): boolean {
  return left.size === right.size && [...left].every(([name, text]) => right.get(name) === text);
}

/** A web server that does not run reads the files when it starts. */
async function reloadIfRunning({ webServer, logger }: ReconcileDeps): Promise<void> {
  try {
    await webServer.running();
  } catch (error) {
    logger.warn({ err: error }, 'the virtual hosts are in order, but no web server reads them');
    return;
  }
  await webServer.reload();
}
