import type { ClientAddress, ClientKind, Consent } from '@comptoir/core/clients/client.js';
import type { ClientEventKind } from '@comptoir/core/clients/client-event.js';
import type { ConsentState } from '@comptoir/core/clients/client-store.js';
import type { Generated } from 'kysely';
import type { Json } from '../kit/json.js';

/** A consent as JSON keeps it. */
export type StoredConsent = Omit<Consent, 'at'> & { readonly at: string };

export interface ClientTable {
  tenant_id: string;
  site_id: string;
  id: string;
  kind: ClientKind;
  first_name: string | null;
  last_name: string | null;
  company: string | null;
  email: string | null;
  phone: string | null;
  language: string | null;
  vat_number: string | null;
  registration: string | null;
  /** `YYYY-MM-DD` */
  birthday: string | null;
  addresses: Json<readonly ClientAddress[]>;
  billing_address_id: string | null;
  delivery_address_id: string | null;
  tags: readonly string[];
  email_consent: Json<StoredConsent> | null;
  /** What `email_consent` comes to. */
  consent: Generated<ConsentState>;
  custom_inputs: Json<Readonly<Record<string, unknown>>>;
  external_id: string | null;
  merged_into: string | null;
  anonymized_at: Date | null;
  /** `sortName` of the client. */
  sort_name: string;
  /** `clientWords` of the client. */
  search_words: readonly string[];
  /** `likenessOf` the client. */
  likeness: readonly string[];
  /** `ClientFigures`, kept by the database itself. */
  orders_count: Generated<number>;
  spent_cents: Generated<number>;
  has_orders: Generated<boolean>;
  first_order_at: Date | null;
  last_order_at: Date | null;
  /** Written by `LinkedUserStore` alone. */
  user_id: Generated<string | null>;
  created_at: Date;
  updated_at: Date;
  version: number;
}

export interface ClientEventTable {
  tenant_id: string;
  site_id: string;
  client_id: string;
  sequence: Generated<number>;
  kind: ClientEventKind;
  at: Date;
  actor: string;
  facts: Json<Readonly<Record<string, unknown>>>;
}

export interface ClientNoteTable {
  tenant_id: string;
  site_id: string;
  client_id: string;
  id: string;
  text: string;
  author: string;
  at: Date;
}
