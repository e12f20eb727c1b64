import type { ErrorCode } from '../kit/errors.js';
import { type Client, clientName } from './client.js';

/** What the procedures of the `clients` router share. */

export const CLIENTS_READ = { kind: 'permission', permissions: ['clients:read'] } as const;
export const CLIENTS_WRITE = { kind: 'permission', permissions: ['clients:write'] } as const;
export const CLIENTS_DELETE = { kind: 'permission', permissions: ['clients:delete'] } as const;
export const CLIENTS_MERGE = { kind: 'permission', permissions: ['clients:merge'] } as const;
export const CLIENTS_IMPORT = { kind: 'permission', permissions: ['clients:import'] } as const;
/** Everything about many clients at once, or everything about one: more than daily work needs. */
export const CLIENTS_EXPORT = { kind: 'permission', permissions: ['clients:export'] } as const;
export const CLIENTS_ANONYMIZE = { kind: 'permission', permissions: ['clients:anonymize'] } as const;

/** What every change of one client may be refused with. */
export const CHANGE_ERRORS = ['unknown_record', 'stale', 'invalid_transition'] as const satisfies readonly ErrorCode[];

/** The client as it is answered. */
export function present<Known extends Client>(client: Known): Known & { readonly name: string } {
  return { ...client, name: clientName(client) };
}
