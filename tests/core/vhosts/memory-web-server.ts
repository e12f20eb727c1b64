import type { SiteChecks, SiteFile, SiteFiles, TestOutcome, WebServer } from '@comptoir/core/vhosts/web-server.js';

/** A web server that accepts what it is told to, and counts what is asked of it. */
export interface MemoryWebServer extends WebServer {
  readonly sites: { -readonly [Name in keyof SiteChecks]: SiteChecks[Name] };
  readonly files: { -readonly [Name in keyof SiteFiles]: SiteFiles[Name] };
  readonly texts: Map<string, string>;
  readonly counts: { tests: number; reloads: number };
  outcome: () => TestOutcome;
}

export function aMemoryWebServer(): MemoryWebServer {
  const texts = new Map<string, string>();
  const counts = { tests: 0, reloads: 0 };
  const file = async (name: string, text: string): Promise<SiteFile> => ({ name, text });
  const server: MemoryWebServer = {
    texts,
    counts,
    outcome: () => ({ ok: true, conflicts: new Set() }),
    sites: {
      targetOf: async (request) => (request.kind === 'static' ? request : { kind: 'placeholder' }),
      checkCertificate: async () => undefined,
      faultOf: async () => null,
    },
    files: {
      all: async () => new Map(texts),
      read: async (name) => texts.get(name) ?? null,
      put: async ({ name, text }) => void texts.set(name, text),
      remove: async (name) => void texts.delete(name),
      setAside: async (name) => void texts.delete(name),
      sweep: async () => undefined,
    },
    isSetUp: async () => true,
    fileOf: ({ domain, certPath }) => file(domain, certPath),
    commonFile: () => file('common', 'common'),
    pathOf: (name) => `/vhosts/${name}`,
    async test() {
      counts.tests += 1;
      return server.outcome();
    },
    running: async () => 42,
    async reload() {
      counts.reloads += 1;
      return 42;
    },
  };
  return server;
}
