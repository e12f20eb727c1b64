/** A virtual host as it is published: everything in it was checked on this machine. */
export interface Vhost {
  /** Names the vhost and its file. Lower case, as it stands in the DNS (punycode). */
  readonly domain: string;
  /** Whose it is: no other app can change it or use one of its names. */
  readonly appId: string;
  /** Further names, in the order they were given; neither the domain nor twice the same. */
  readonly aliases: readonly string[];
  readonly target: SiteTarget;
  /** Read by the web server at each handshake, so what they lead to may change at any time. */
  readonly certPath: string;
  readonly keyPath: string;
  /** The platform keeps its certificate (`upsert_auto`). */
  readonly automatic: boolean;
  /** Why the web server does without it for now; null while it is published. */
  readonly quarantine: string | null;
  readonly updatedAt: Date;
}

/** What answers the requests of a vhost. */
export type SiteTarget =
  /** Files. `root` is a real path, without links in it. */
  | { readonly kind: 'static'; readonly root: string }
  /** A server; `host` is an address (IPv6 without brackets) or a name that is looked up while requests come in. */
  | { readonly kind: 'proxy'; readonly scheme: 'http' | 'https'; readonly host: string; readonly port: number }
  /** PHP-FPM on a Unix socket; `root` is where its scripts are. Both are real paths. */
  | { readonly kind: 'php'; readonly socket: string; readonly root: string }
  /** A page that says that there is nothing yet. */
  | { readonly kind: 'placeholder' };

/** Every name it answers to. */
export function hostsOf({ domain, aliases }: Pick<Vhost, 'domain' | 'aliases'>): readonly string[] {
  return [domain, ...aliases];
}
