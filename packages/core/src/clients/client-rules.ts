import { canonicalJson } from '../kit/digest.js';
import { DomainError } from '../kit/errors.js';
import { requireVersion } from '../kit/versions.js';
import type { Client, ClientAddress, Consent } from './client.js';
import { TAGS_MAX } from './client-fields.js';

/** The fields of a client that people set one by one. */
export type ClientFields = Pick<
  Client,
  | 'kind'
  | 'firstName'
  | 'lastName'
  | 'company'
  | 'email'
  | 'phone'
  | 'language'
  | 'vatNumber'
  | 'registration'
  | 'birthday'
  | 'tags'
  | 'customInputs'
  | 'externalId'
>;

/** Fields to change: undefined leaves, null clears; `customInputs` is merged by name, where null removes. */
export type ClientPatch = { readonly [Field in keyof ClientFields]?: ClientFields[Field] | undefined };

export function newClient(id: string, fields: ClientFields, addresses: readonly ClientAddress[], now: Date): Client {
  return {
    ...fields,
    tags: onceEach(fields.tags),
    id,
    addresses,
    billingAddressId: addresses[0]?.id ?? null,
    deliveryAddressId: addresses[0]?.id ?? null,
    emailConsent: null,
    mergedInto: null,
    anonymizedAt: null,
    createdAt: now,
    updatedAt: now,
    version: 1,
  };
}

export function patchedClient(before: Client, { customInputs, tags, ...patch }: ClientPatch): Client {
  const named = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
  return {
    ...before,
    ...named,
    tags: onceEach(tags ?? before.tags),
    customInputs: customInputs === undefined ? before.customInputs : joined(before.customInputs, customInputs),
  };
}

function onceEach(tags: readonly string[]): readonly string[] {
  return [...new Set(tags)];
}

function joined(before: Client['customInputs'], patch: Client['customInputs']): Client['customInputs'] {
  return Object.fromEntries(Object.entries({ ...before, ...patch }).filter(([, value]) => value !== null));
}

/** The names of the fields that differ, for the history. */
export function changedFields(before: Client, after: Client): readonly string[] {
  const known = new Map<string, unknown>(Object.entries(before));
  return Object.entries(after)
    .filter(([field, value]) => !BOOKKEEPING.has(field) && canonicalJson(value) !== canonicalJson(known.get(field)))
    .map(([field]) => field);
}

const BOOKKEEPING: ReadonlySet<string> = new Set(['updatedAt', 'version']);

/**
 * A client that was merged away or made anonymous takes no changes (`invalid_transition`, with `mergedInto` where there is one), and
 * neither does one that has changed since the caller read it (`stale`).
 */
export function mustBeEditable(client: Client, version: number | null): void {
  const { mergedInto, anonymizedAt } = client;
  if (mergedInto !== null) {
    const message = 'This client was merged into another: change that one.';
    throw new DomainError('invalid_transition', { message, facts: { status: 'merged', mergedInto } });
  }
  if (anonymizedAt !== null) {
    throw new DomainError('invalid_transition', { message: 'This client was made anonymous.', facts: { status: 'anonymous' } });
  }
  requireVersion(client, version);
}

/** Throws `invalid_request` when there would be more than there may be. */
export function withTags(client: Client, added: readonly string[]): Client {
  const tags = onceEach([...client.tags, ...added]);
  if (tags.length > TAGS_MAX) throw tooMany('tags', TAGS_MAX);
  return { ...client, tags };
}

export function withoutTags(client: Client, removed: readonly string[]): Client {
  return { ...client, tags: client.tags.filter((tag) => !removed.includes(tag)) };
}

export function withConsent(client: Client, emailConsent: Consent): Client {
  return { ...client, emailConsent };
}

/** The refusal of one more than there may be. */
export function tooMany(path: string, max: number): DomainError {
  return new DomainError('invalid_request', { issues: [{ path, message: `A client has at most ${max} ${path}.` }] });
}

/** The client without anything that tells who it was; what remains is that there was one, and since when. */
export function anonymous({ id, kind, createdAt, mergedInto, version }: Client, now: Date): Client {
  return {
    id,
    kind,
    createdAt,
    mergedInto,
    firstName: null,
    lastName: null,
    company: null,
    email: null,
    phone: null,
    language: null,
    vatNumber: null,
    registration: null,
    birthday: null,
    addresses: [],
    billingAddressId: null,
    deliveryAddressId: null,
    tags: [],
    emailConsent: null,
    customInputs: {},
    externalId: null,
    anonymizedAt: now,
    updatedAt: now,
    version: version + 1,
  };
}
