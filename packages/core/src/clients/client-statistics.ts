import { DomainError } from '../kit/errors.js';
import type { Scope } from '../kit/scope.js';
import { instantAt, wallTimeAt } from '../sites/wall-time.js';
import type { Views } from '../stores.js';
import type { Client } from './client.js';
import { type ClientFigures, type ClientTotals, NO_FIGURES } from './client-figures.js';

/** What a client ordered, with what follows from it. */
export interface ClientStatistics extends ClientFigures {
  readonly id: string;
  /** Of an order; null without any. */
  readonly averageCents: number | null;
  /** What is still to be paid, for orders that are sent and for issued invoices that are not of such an order. */
  readonly openBalanceCents: number;
}

export interface ClientsOverview extends ClientTotals {
  /** `YYYY-MM` where the establishment is; every one of the last twelve, oldest first. */
  readonly newPerMonth: readonly { readonly month: string; readonly clients: number }[];
  /** Who spent most, most first; nobody who spent nothing. */
  readonly top: readonly (ClientFigures & { readonly averageCents: number | null; readonly client: Client })[];
}

const MONTHS = 12;

export async function statisticsOf({ clients }: Pick<Views, 'clients'>, scope: Scope, id: string): Promise<ClientStatistics> {
  const figures = (await clients.figures(scope, [id])).get(id) ?? NO_FIGURES;
  return { id, ...withAverage(figures), openBalanceCents: await clients.openBalanceCents(scope, id) };
}

export async function overviewOf(
  { clients, sites }: Pick<Views, 'clients' | 'sites'>,
  scope: Scope,
  top: number,
  now: Date,
): Promise<ClientsOverview> {
  const site = await sites.get(scope);
  if (site === null) throw new DomainError('unknown_shop');
  const months = lastMonths(now, site.timezone);
  const since = instantAt(`${months[0]}-01`, '00:00', site.timezone);
  const counted = new Map((await clients.newPerMonth(scope, since, site.timezone)).map(({ month, clients: count }) => [month, count]));
  return {
    ...(await clients.totals(scope)),
    newPerMonth: months.map((month) => ({ month, clients: counted.get(month) ?? 0 })),
    top: await topClients({ clients }, scope, top),
  };
}

async function topClients({ clients }: Pick<Views, 'clients'>, scope: Scope, top: number): Promise<ClientsOverview['top']> {
  const { items } = await clients.list(scope, { page: 1, pageSize: top, sort: '-totalSpent', hasOrders: true });
  const ids = items.map(({ id }) => id);
  const figures = await clients.figures(scope, ids);
  return items.map((client) => ({ client, ...withAverage(figures.get(client.id) ?? NO_FIGURES) }));
}

function withAverage(figures: ClientFigures) {
  return { ...figures, averageCents: figures.orders === 0 ? null : Math.round(figures.spentCents / figures.orders) };
}

/** This month and those before it, oldest first. */
function lastMonths(now: Date, timezone: string): readonly string[] {
  const [year = 0, month = 1] = wallTimeAt(now, timezone).date.split('-').map(Number);
  return Array.from({ length: MONTHS }, (_, index) => new Date(Date.UTC(year, month - MONTHS + index, 1)).toISOString().slice(0, 7));
}
