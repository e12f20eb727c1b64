export interface NginxOptions {
  /** The executable. */
  readonly program: string;
  /** The main configuration, which nginx is tested with and runs with. */
  readonly configuration: string;
  /** Where vhosts are written; the main configuration includes `*.conf` of it. */
  readonly directory: string;
  /** Directories in which apps may have document roots and certificates. */
  readonly roots: readonly string[];
  /** Certificates that the platform keeps; apps may name them too. */
  readonly certificateDirectory: string;
  /** Where PHP-FPM has its sockets. */
  readonly phpSocketDirectories: readonly string[];
  /** What no document root may lie in or contain: the data of the platform itself. */
  readonly privatePaths: readonly string[];
  readonly ports: { readonly http: number; readonly https: number };
  /** The machine has IPv6. */
  readonly ipv6: boolean;
  /** Where the SDK host answers challenges, such as `http://127.0.0.1:3080`. Nothing is handed on to its port but those. */
  readonly sdkOrigin: string;
  /** The port of the edge, whose own calls stay on this machine. */
  readonly edgePort: number;
  /** For names that are nobody's; asked for whenever the file that refers to it is written. Null: such handshakes are refused. */
  readonly fallbackCertificate: () => Promise<CertificateFiles | null>;
  /** How long a reload may take: a second or two with thousands of sites. */
  readonly reloadLimitMs: number;
  /** Sends a signal to nginx: its master reads its configuration again, or a worker ends gracefully. Throws as `process.kill` does. */
  readonly signal: (pid: number, signal: 'SIGHUP' | 'SIGQUIT') => void;
}

export interface CertificateFiles {
  readonly certPath: string;
  readonly keyPath: string;
}

/** What of the options the text of the files depends on, and what nginx understands. */
export interface Dialect extends Pick<NginxOptions, 'ports' | 'ipv6' | 'sdkOrigin' | 'edgePort'> {
  /** HTTP/2 has a directive of its own (since nginx 1.25.1, which warns about the old way). */
  readonly http2Directive: boolean;
  /** Name servers of this machine, as nginx writes addresses. */
  readonly resolvers: readonly string[];
}
