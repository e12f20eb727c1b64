import type { CertificateKey, IssuedCertificate } from '@comptoir/core/certificates/certificate.js';
import type { CertificatePem, IssuanceOutcome, IssuanceRequest, RenewalWindow } from '@comptoir/core/certificates/certificate-authority.js';
import type { CertificateFiles, CertificatePlace } from '@comptoir/core/certificates/certificate-files.js';
import type { CertificateViews } from '@comptoir/core/certificates/certificate-store.js';
import type { CertificatePorts } from '@comptoir/core/certificates/certificates-deps.js';
import { type FixedClock, fixedClock } from '@comptoir/core/kit/clock.js';
import { DomainError } from '@comptoir/core/kit/errors.js';
import { makeMemoryPersistence } from '@comptoir/core/memory-persistence.js';
import { makeServices, type Services } from '@comptoir/core/services.js';
import type { Persistence } from '@comptoir/core/stores.js';
import { NOON } from '../../suites/builders.js';
import { testDeps } from '../../support/service-deps.js';
import { repeatableCrypto } from '../support.js';

const DAY_MS = 86_400_000;

/** A directory and a disk that do as they are told, for the rules alone; the real ones have tests of their own. */
export interface FakeWorld {
  readonly clock: FixedClock;
  readonly persistence: Persistence;
  readonly orders: readonly IssuanceRequest[];
  /** `folder/serial`, in the order in which they were published. */
  readonly published: readonly string[];
  /** Lifetime of what is issued next. */
  lifetimeDays: number;
  window: RenewalWindow | null;
  /** New certificates below one registered domain in a week. */
  perDomain: number | null;
  windowsAsked: number;
  /** What the directory does with an order; by default it issues. */
  onOrder: (request: IssuanceRequest, issue: () => IssuanceOutcome) => Promise<IssuanceOutcome>;
  /** Directories that nothing can be written to; `/certs later`: only when there is something to write. */
  readonly gone: Set<string>;
  /** Called while somebody waits for another's order. */
  onPause: () => Promise<void>;
  /** Ends a process between the database and the disk, once. */
  diesBeforePublishing: boolean;
  /** Whoever removes files is not heard of again. */
  diesWhileRemoving: boolean;
  /** `folder/serial` of the files that are there. */
  existing(): readonly string[];
  /** Loses the files of a domain, as a disk that was replaced does. */
  loseFiles(): void;
  /** A further process on the same database and disk; `views`: as it sees the database. */
  process(views?: Partial<CertificateViews>): Services;
}

/** The fake's PEM says in its text what a real one says in its bytes. */
interface Written {
  readonly issued: IssuedCertificate;
}

export function aWorld(): FakeWorld {
  const clock = fixedClock(NOON);
  const persistence = makeMemoryPersistence();
  const orders: IssuanceRequest[] = [];
  const published: string[] = [];
  const disk = new Map<string, CertificatePem>();
  const gone = new Set<string>();
  const files = fakeFiles(disk, published, gone);
  const seenAs = (views: Partial<CertificateViews>): Persistence => ({
    ...persistence,
    views: { ...persistence.views, certificates: { ...persistence.views.certificates, ...views } },
  });
  const world: FakeWorld = {
    gone,
    clock,
    persistence,
    orders,
    published,
    lifetimeDays: 90,
    window: null,
    perDomain: null,
    windowsAsked: 0,
    onOrder: async (_request, issue) => issue(),
    onPause: async () => undefined,
    diesBeforePublishing: false,
    diesWhileRemoving: false,
    existing: () => [...disk.keys()].sort(),
    loseFiles: () => disk.clear(),
    process: (views = {}) => makeServices(testDeps({ persistence: seenAs(views), clock, crypto: repeatableCrypto(), certificates })),
  };
  const certificates: CertificatePorts = {
    authority: {
      async obtain(request) {
        orders.push(request);
        const serial = orders.length.toString(16).padStart(4, '0');
        return world.onOrder(request, () => ({ kind: 'issued', pem: pemOf(request.names, serial, clock.now(), world.lifetimeDays) }));
      },
      renewalWindow: async () => {
        world.windowsAsked += 1;
        return world.window;
      },
    },
    files: {
      ...files,
      async publish(place, serial) {
        const dies = world.diesBeforePublishing;
        world.diesBeforePublishing = false;
        if (dies) throw new Error('killed');
        await files.publish(place, serial);
      },
      remove(place) {
        if (world.diesWhileRemoving) return new Promise(() => undefined);
        return files.remove(place);
      },
    },
    toAscii: (name) => name.toLowerCase(),
    budget: {
      get perDomain() {
        return world.perDomain;
      },
      registeredDomainsOf: async (names) => [...new Set(names.map((name) => name.split('.').slice(-2).join('.')))],
    },
    pause: async (milliseconds) => {
      clock.advance(milliseconds);
      await world.onPause();
    },
  };
  return world;
}

function pemOf(names: readonly string[], serial: string, notBefore: Date, days: number): CertificatePem {
  const issued = { names, serial, notBefore, notAfter: new Date(notBefore.getTime() + days * DAY_MS), renewalId: `id.${serial}` };
  return { privateKey: serial, fullchain: JSON.stringify(issued satisfies Written['issued']) };
}

function fakeFiles(disk: Map<string, CertificatePem>, published: string[], gone: ReadonlySet<string>): CertificateFiles {
  const folderOf = ({ directory, staging, domain }: CertificatePlace) => `${directory ?? '/certs'}/${staging ? '.staging/' : ''}${domain}`;
  const current = new Map<string, string>();
  return {
    allowedDirectory: async (path) => path,
    inspect(pem) {
      const issued: IssuedCertificate = JSON.parse(pem.fullchain);
      return { ...issued, notBefore: new Date(issued.notBefore), notAfter: new Date(issued.notAfter) };
    },
    tryWriting: async ({ directory }) => {
      if (directory === null && gone.has('/certs')) throw new Error('no space left at /certs');
    },
    write: async (place, serial, pem) => {
      if (place.directory === null && (gone.has('/certs') || gone.has('/certs later'))) throw new Error('no space left');
      if (place.directory !== null && gone.has(place.directory)) throw new DomainError('invalid_request');
      disk.set(`${folderOf(place)}/${serial}`, pem);
    },
    read: async (place, serial) => disk.get(`${folderOf(place)}/${serial}`) ?? null,
    publish: async (place, serial) => {
      if (current.get(folderOf(place)) !== serial) published.push(`${folderOf(place)}/${serial}`);
      current.set(folderOf(place), serial);
    },
    paths: (place) => ({ certPath: `${folderOf(place)}/current/fullchain.pem`, keyPath: `${folderOf(place)}/current/privkey.pem` }),
    has: (place, path) => path.startsWith(`${folderOf(place)}/`),
    remove: async (place) => {
      if (place.directory === null && gone.has('/certs')) throw new Error('read only');
      current.delete(folderOf(place));
      for (const name of [...disk.keys()]) if (name.startsWith(`${folderOf(place)}/`)) disk.delete(name);
    },
    writeChallenge: async () => undefined,
    removeChallenge: async () => undefined,
    defaultCertificate: async () => ({ certPath: '/certs/.default/fullchain.pem', keyPath: '/certs/.default/privkey.pem' }),
  };
}

export const SHOP: CertificateKey = { domain: 'shop.example', staging: false };
