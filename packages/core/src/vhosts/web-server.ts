import type { SiteTarget, Vhost } from './vhost.js';

/** The web server of this machine, which serves vhosts from one file each. */
export interface WebServer {
  readonly sites: SiteChecks;
  readonly files: SiteFiles;
  /** Whether there is a server for vhosts on this machine, running or not: on most there is none, and nothing is written. Never rejects. */
  isSetUp(): Promise<boolean>;
  /** The file of a vhost. Its text depends on nothing but the vhost and the server's configuration. */
  fileOf(vhost: Vhost): Promise<SiteFile>;
  /** What every other file relies on, and what answers for names that are nobody's. */
  commonFile(): Promise<SiteFile>;
  /** Where a file is, as callers are told. */
  pathOf(name: string): string;
  /** Would the server start with what is on the disk now? Throws `nginx_unavailable` when it cannot be asked. */
  test(): Promise<TestOutcome>;
  /** The server's process id. Throws `nginx_unavailable` when it does not run or does not read the files. */
  running(): Promise<number>;
  /**
   * Makes the server read the files again. Returns its process id once every new connection is answered as they say. Throws
   * `nginx_unavailable` when it cannot be told, or went on as before.
   */
  reload(): Promise<number>;
}

export interface SiteFile {
  /** Without a directory. Only files of the product have such names. */
  readonly name: string;
  readonly text: string;
}

/** The directory of the product's own files. Whatever else is in it is neither seen nor touched. */
export interface SiteFiles {
  /** The text of each file by its name. */
  all(): Promise<ReadonlyMap<string, string>>;
  /** The text of one; null when it is not there. */
  read(name: string): Promise<string | null>;
  /** Writes the file as a whole: after a crash the old text or the new one is there. */
  put(file: SiteFile): Promise<void>;
  /** Nothing happens when it is not there. */
  remove(name: string): Promise<void>;
  /** Moves the file where the server does not read it, for people to look at. Nothing happens when it is not there. */
  setAside(name: string): Promise<void>;
  /** Removes what a writer that was killed left half-written. Only for the holder of the lease. */
  sweep(): Promise<void>;
}

export type TestOutcome =
  /** `conflicts`: host names that several configurations of the server claim; one of them is not heard. */
  | { readonly ok: true; readonly conflicts: ReadonlySet<string> }
  /** `message` is the server's, without the directories of this machine. */
  | { readonly ok: false; readonly message: string; readonly at: FaultPlace };

/** The product's file that the server stumbled over, a file of somebody else, or it does not say. */
export type FaultPlace = { readonly kind: 'ours'; readonly name: string } | { readonly kind: 'elsewhere' } | { readonly kind: 'unknown' };

/** What an app asked for, as far as the contract could check it. */
export type TargetRequest =
  | { readonly kind: 'static'; readonly root: string }
  | { readonly kind: 'proxy'; readonly proxyPass: string }
  | { readonly kind: 'php'; readonly socket: string; readonly domain: string }
  | { readonly kind: 'placeholder' };

/** Looks at what a vhost refers to on this machine. */
export interface SiteChecks {
  /** The target with real paths, all of them under what the host allows. Throws `invalid_request`, naming the field. */
  targetOf(request: TargetRequest): Promise<SiteTarget>;
  /** Throws `invalid_request` unless both are files under what the host allows, belong together and cover every name. */
  checkCertificate(names: readonly string[], certPath: string, keyPath: string): Promise<void>;
  /** Why a vhost whose files were looked at before cannot be served now; null when it can. */
  faultOf(vhost: Vhost): Promise<string | null>;
}
