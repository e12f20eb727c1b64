import type { PostalAddress } from '../kit/postal-address.js';

/**
 * Somebody an establishment sells to: a person or a company. Orders and invoices keep a snapshot of what they need of a client, so a
 * client can change, be merged with another or be made anonymous without changing what was sold.
 */

export const CLIENT_KINDS = ['person', 'company'] as const;
export type ClientKind = (typeof CLIENT_KINDS)[number];

export interface ClientAddress extends PostalAddress {
  readonly id: string;
  /** What the client calls it; null: nothing. */
  readonly label: string | null;
}

/** What the client has agreed to, and how that is known. Without an agreement nothing but what was ordered is written to them. */
export interface Consent {
  readonly granted: boolean;
  readonly at: Date;
  /** Where it was given or withdrawn: `import`, `newsletter`, `staff`, `order`, `unsubscribe` … */
  readonly source: string;
}

export interface Client {
  readonly id: string;
  readonly kind: ClientKind;
  readonly firstName: string | null;
  readonly lastName: string | null;
  /** Of a company, or of the one a person works for. */
  readonly company: string | null;
  /** Lower-case; unique within the establishment among clients that are not merged away. */
  readonly email: string | null;
  /** As it was given. */
  readonly phone: string | null;
  /** BCP 47, one of the languages of the establishment; null: its first. */
  readonly language: string | null;
  readonly vatNumber: string | null;
  /** Registration of a company (SIREN or SIRET in France). */
  readonly registration: string | null;
  readonly birthday: string | null;
  readonly addresses: readonly ClientAddress[];
  readonly billingAddressId: string | null;
  readonly deliveryAddressId: string | null;
  /** Lower-case words, each once. */
  readonly tags: readonly string[];
  /** Of marketing by mail; null: never asked. */
  readonly emailConsent: Consent | null;
  /** Free fields of integrations; merged, never replaced wholesale. */
  readonly customInputs: Readonly<Record<string, unknown>>;
  /** What an online shop calls the client. */
  readonly externalId: string | null;
  /** The client this one was merged into: kept so that old links lead somewhere. */
  readonly mergedInto: string | null;
  readonly anonymizedAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Counts the changes, from 1. */
  readonly version: number;
}

/** Stands where a name has to, of somebody without one. */
export const NOBODY = '–';

/** What the client is called: a company by its name, a person by theirs; the mail address or a dash when there is nothing else. */
export function clientName(client: Pick<Client, 'kind' | 'firstName' | 'lastName' | 'company' | 'email'>): string {
  const person = [client.firstName, client.lastName].filter((part) => part !== null).join(' ');
  const [first, second] = client.kind === 'company' ? [client.company, person] : [person, client.company];
  return first || second || client.email || NOBODY;
}
