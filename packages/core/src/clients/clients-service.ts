import type { Clock } from '../kit/clock.js';
import type { Ids } from '../kit/ids.js';
import type { Page, PageInput } from '../kit/page.js';
import type { Scope } from '../kit/scope.js';
import type { UnitOfWork } from '../kit/unit-of-work.js';
import type { Views } from '../stores.js';
import type { Client, ClientAddress } from './client.js';
import type { ClientNote } from './client-event.js';
import type { ClientInvoice, ClientInvoices } from './client-invoices.js';
import type { ClientFields } from './client-rules.js';
import type { ClientStatistics, ClientsOverview } from './client-statistics.js';
import type { PersonalDataHolder } from './personal-data.js';

/** A client, and the ids of those that were merged into it, first ones first. */
export interface WholeClient extends Client {
  readonly mergedFrom: readonly string[];
}

/** A change of one client: what becomes of it, and of which version it was thought (null: whichever). */
export interface ClientChange {
  readonly id: string;
  readonly version: number | null;
  readonly decide: (client: Client) => Client;
}

/** Clients to make and to change in one step, each once. */
export interface ClientBatch {
  readonly create: readonly ClientDraft[];
  readonly update: readonly ClientChange[];
}

export interface ClientDraft {
  readonly fields: ClientFields;
  readonly addresses: readonly Omit<ClientAddress, 'id'>[];
  /** What was agreed to outside, with its source; null: nothing is known. */
  readonly consent: { readonly granted: boolean; readonly source: string } | null;
}

/**
 * The clients of an establishment. Every change writes what happened beside it, in one transaction.
 *
 * Those that change one throw `unknown_record`, `stale`, and `invalid_transition` for one that was merged into another or made
 * anonymous; `duplicate` (with the `clientId` that has it) when a mail address or external id is another's.
 */
export interface ClientsService {
  /** The client; of one that was merged, the one it was merged into. Throws `unknown_record`. */
  get(scope: Scope, id: string): Promise<WholeClient>;
  create(scope: Scope, draft: ClientDraft): Promise<Client>;
  change(scope: Scope, change: ClientChange): Promise<Client>;
  /** Creates and changes, all or nothing, for an import. */
  saveAll(scope: Scope, batch: ClientBatch): Promise<void>;
  /** Throws `in_use` while orders or invoices refer to it, or another was merged into it. */
  delete(scope: Scope, id: string, version: number | null): Promise<void>;
  setConsent(scope: Scope, id: string, consent: { readonly granted: boolean; readonly source: string; readonly at: Date }): Promise<Client>;
  /** Makes one of two: what refers to the first refers to the other then. Throws `invalid_request` for one and the same. */
  merge(scope: Scope, id: string, intoId: string, version: number | null): Promise<WholeClient>;
  /** Erases who the client was, everywhere, for good; again, it changes nothing. With a merged one, whoever it was merged into. */
  anonymize(scope: Scope, id: string): Promise<WholeClient>;
  /** Everything that is kept of the client, by name of what it is. */
  personalData(scope: Scope, id: string): Promise<Readonly<Record<string, unknown>>>;
  /** Of the client, newest first. */
  invoices(scope: Scope, id: string, page: PageInput): Promise<Page<ClientInvoice>>;
  statistics(scope: Scope, id: string): Promise<ClientStatistics>;
  /** All clients in figures, with so many of those who spent most. */
  overview(scope: Scope, top: number): Promise<ClientsOverview>;
  addNote(scope: Scope, id: string, text: string): Promise<ClientNote>;
}

export interface ClientsDeps {
  readonly unitOfWork: UnitOfWork;
  readonly views: Views;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly holders: readonly PersonalDataHolder[];
  readonly invoices: ClientInvoices;
}
