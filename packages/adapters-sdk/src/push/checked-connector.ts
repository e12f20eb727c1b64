import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { type CallPolicy, forbiddenReason } from './callable-address.js';

/** The address leads to where the host does not call. */
export class ForbiddenAddress extends Error {
  override readonly name = 'ForbiddenAddress';
}

interface Address {
  readonly address: string;
  readonly family: number;
}

const CONNECT_TIMEOUT_MS = 10_000;

/**
 * Opens connections to addresses that were checked. The name is resolved once, and the connection made to what came out of that: asked
 * a second time, a name server could say something else. One forbidden address among several forbids them all.
 */
export function checkedConnector(policy: CallPolicy): buildConnector.connector {
  return (options, callback) => {
    const port = Number(options.port) || (options.protocol === 'https:' ? 443 : 80);
    checkedAddresses(options.hostname, port, policy).then(
      (addresses) => buildConnector({ timeout: CONNECT_TIMEOUT_MS, lookup: knowing(addresses) })(options, callback),
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), null),
    );
  };
}

/** Throws `ForbiddenAddress`, or what the resolver throws. */
async function checkedAddresses(hostname: string, port: number, policy: CallPolicy): Promise<readonly Address[]> {
  const addresses = await addressesOf(hostname.replace(/^\[|\]$/g, ''));
  for (const { address } of addresses) {
    const reason = forbiddenReason(address, port, policy);
    if (reason !== null) throw new ForbiddenAddress(reason);
  }
  return addresses;
}

async function addressesOf(host: string): Promise<readonly Address[]> {
  const family = isIP(host);
  return family === 0 ? lookup(host, { all: true }) : [{ address: host, family }];
}

/** A look-up that knows the answer. */
function knowing(addresses: readonly Address[]): LookupFunction {
  return (_hostname, options, callback) => {
    const [first] = addresses;
    if (options.all === true) callback(null, [...addresses]);
    else callback(null, first?.address ?? '', first?.family);
  };
}
