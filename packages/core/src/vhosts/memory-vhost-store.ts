import { CLOCK_SKEW_MAX_MS } from '../kit/clock.js';
import { DomainError } from '../kit/errors.js';
import type { MemoryRows, MemoryTable } from '../kit/memory-database.js';
import { hostsOf, type Vhost } from './vhost.js';
import type { VhostStore, VhostViews } from './vhost-store.js';

interface Lease {
  readonly holder: string;
  readonly until: Date;
}

export interface VhostTables {
  readonly vhosts: MemoryTable<Vhost>;
  readonly leases: MemoryTable<Lease>;
}

/** There is one lease, for all files. */
const LEASE = 'lease';

export function makeMemoryVhosts({ vhosts, leases }: VhostTables): { store: VhostStore; views: VhostViews } {
  return { store: { ...storeOf(vhosts), ...leaseOf(leases) }, views: viewsOf(vhosts.committed) };
}

function storeOf(vhosts: MemoryTable<Vhost>): Pick<VhostStore, 'save' | 'remove' | 'setQuarantine'> {
  return {
    async save(vhost) {
      const owners = domainsOf(vhosts, hostsOf(vhost));
      if ([...owners.values()].some((domain) => domain !== vhost.domain)) throw new DomainError('host_taken');
      vhosts.set(vhost.domain, vhost);
    },
    remove: async (domain) => vhosts.delete(domain),
    async setQuarantine(domain, quarantine) {
      const vhost = vhosts.get(domain);
      if (vhost !== undefined) vhosts.set(domain, { ...vhost, quarantine });
    },
  };
}

function leaseOf(leases: MemoryTable<Lease>): Pick<VhostStore, 'takeLease' | 'confirmLease' | 'releaseLease'> {
  const isHeldBy = (holder: string) => leases.get(LEASE)?.holder === holder;
  return {
    async takeLease(holder, now, until) {
      const lease = leases.get(LEASE);
      const isHeld = lease !== undefined && lease.until > now && lease.until.getTime() <= until.getTime() + CLOCK_SKEW_MAX_MS;
      if (isHeld && lease.holder !== holder) return false;
      leases.set(LEASE, { holder, until });
      return true;
    },
    confirmLease: async (holder) => isHeldBy(holder),
    async releaseLease(holder) {
      if (isHeldBy(holder)) leases.delete(LEASE);
    },
  };
}

function viewsOf(vhosts: MemoryRows<Vhost>): VhostViews {
  return {
    get: async (domain) => vhosts.get(domain) ?? null,
    domainsOf: async (names) => domainsOf(vhosts, names),
    all: async () => [...vhosts.values()].sort((left, right) => (left.domain < right.domain ? -1 : 1)),
    async count() {
      const all = [...vhosts.values()];
      const published = all.filter(({ quarantine }) => quarantine === null).length;
      return { published, quarantined: all.length - published };
    },
  };
}

function domainsOf(vhosts: MemoryRows<Vhost>, names: readonly string[]): ReadonlyMap<string, string> {
  const wanted = new Set(names);
  const owners = [...vhosts.values()].flatMap((vhost) => hostsOf(vhost).map((host) => [host, vhost.domain] as const));
  return new Map(owners.filter(([host]) => wanted.has(host)));
}
