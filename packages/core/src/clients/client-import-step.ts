import { z } from 'zod';
import { type LineError, lineError, type ReadLine } from '../kit/csv-lines.js';
import { canonicalJson } from '../kit/digest.js';
import type { Client } from './client.js';
import { CLIENT_COLUMNS } from './client-columns.js';
import { ADDRESSES_MAX, addressFields, newClientFields, plainClientFields } from './client-fields.js';
import { sentAddresses, withSentAddresses } from './client-import-addresses.js';
import { patchedClient } from './client-rules.js';
import type { ClientDraft } from './clients-service.js';

/** One line of an import, decided. */
export type ClientImportStep =
  | { readonly kind: 'create'; readonly line: number; readonly draft: ClientDraft }
  | { readonly kind: 'update'; readonly line: number; readonly before: Client; readonly after: Client }
  | { readonly kind: 'unchanged'; readonly line: number; readonly before: Client }
  | { readonly kind: 'refused'; readonly errors: readonly LineError[] };

/** How the lines of an import name clients that exist. */
export interface ClientIndex {
  readonly byId: ReadonlyMap<string, Client>;
  readonly byExternalId: ReadonlyMap<string, Client>;
  readonly byEmail: ReadonlyMap<string, Client>;
}

export interface ImportMoment {
  readonly now: Date;
  readonly makeId: () => string;
}

const IMPORTED = 'import';

const parts = { emailConsent: z.boolean(), addresses: z.array(addressFields).max(ADDRESSES_MAX) };
const street = {
  line1: addressFields.shape.line1.nullable(),
  line2: addressFields.shape.line2,
  postcode: addressFields.shape.postcode.nullable(),
  city: addressFields.shape.city.nullable(),
  country: addressFields.shape.country.nullable(),
};

const lineContract = z.object({ ...plainClientFields, ...street, ...parts }).partial();
type Line = z.output<typeof lineContract>;
const newContract = z.object(newClientFields);
const patchContract = z.object(plainClientFields).partial();

/** The id, the external id and the mail address name a client; what names two is refused, what names none is new. */
export function clientStepOf({ line, id, fields }: ReadLine, index: ClientIndex, moment: ImportMoment): ClientImportStep {
  const { data, error } = lineContract.safeParse(fields);
  if (error !== undefined) return faults(line, error);
  const named = id === null ? undefined : index.byId.get(id);
  if (id !== null && named === undefined) return refused(line, 'id', 'There is no such client; leave the id empty to create one');
  const [before, ...others] = new Set([named, ...holdersOf(data, index)].filter((holder) => holder !== undefined));
  if (others.length > 0) return refused(line, null, 'The id, external id and mail address are those of different clients');
  return before === undefined ? creationOf(line, data) : changeOf(line, before, data, moment);
}

function holdersOf({ externalId, email }: Line, { byExternalId, byEmail }: ClientIndex): readonly (Client | undefined)[] {
  return [byExternalId.get(externalId ?? ''), byEmail.get(email ?? '')];
}

function creationOf(line: number, { emailConsent, ...data }: Line): ClientImportStep {
  const fields = newContract.parse(data);
  const { firstName, lastName, company, email, phone } = fields;
  if ([firstName, lastName, company, email, phone].every((known) => known === null)) {
    return refused(line, null, 'Give a name, a company, a mail address or a phone number');
  }
  const addresses = sentAddresses(data, null);
  if (addresses === 'half') return halfAddress(line);
  const consent = emailConsent === undefined ? null : { granted: emailConsent, source: IMPORTED };
  return { kind: 'create', line, draft: { fields, addresses: addresses ?? [], consent } };
}

function changeOf(line: number, before: Client, data: Line, { now, makeId }: ImportMoment): ClientImportStep {
  if (before.anonymizedAt !== null || before.mergedInto !== null) return refused(line, 'id', 'This client was merged or made anonymous');
  const { emailConsent: granted } = data;
  if (granted === true && before.emailConsent?.granted === false) {
    return refused(line, 'emailConsent', 'The client withdrew it: what is given again is written down by itself, not by an import');
  }
  const addresses = sentAddresses(data, before);
  if (addresses === 'half') return halfAddress(line);
  const patched = withSentAddresses(patchedClient(before, patchContract.parse(data)), addresses, makeId);
  const isNews = granted !== undefined && granted !== before.emailConsent?.granted;
  const after = isNews ? { ...patched, emailConsent: { granted, at: now, source: IMPORTED } } : patched;
  return canonicalJson(after) === canonicalJson(before) ? { kind: 'unchanged', line, before } : { kind: 'update', line, before, after };
}

function halfAddress(line: number): ClientImportStep {
  return refused(line, 'line1', 'An address has line1, postcode, city and country');
}

function refused(line: number, field: string | null, message: string): ClientImportStep {
  return { kind: 'refused', errors: [lineError(line, field, message)] };
}

function faults(line: number, { issues }: z.ZodError): ClientImportStep {
  const errors = issues.map(({ path: [field, ...inner], message }) => {
    const column = CLIENT_COLUMNS.find((candidate) => candidate.field === field);
    return lineError(line, column?.name ?? null, inner.length === 0 ? message : `${inner.join('.')}: ${message}`);
  });
  return { kind: 'refused', errors };
}
