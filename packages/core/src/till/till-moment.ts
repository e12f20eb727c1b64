import type { JournalWork, Moment } from '../journal/journal-writer.js';
import { DomainError } from '../kit/errors.js';
import type { Scope } from '../kit/scope.js';
import type { Site } from '../sites/site.js';
import { wallTimeAt } from '../sites/wall-time.js';
import type { Stores, Views } from '../stores.js';

/** The establishment of the scope. Throws `unknown_shop`. */
export async function siteOf({ sites }: Pick<Views, 'sites'>, scope: Scope): Promise<Site> {
  const site = await sites.get(scope);
  if (site === null) throw new DomainError('unknown_shop');
  return site;
}

/** What is to be written down of a register at an instant. Throws `unknown_shop`. */
export async function momentOf(views: Pick<Views, 'sites'>, scope: Scope, register: string, at: Date): Promise<Moment> {
  const { timezone } = await siteOf(views, scope);
  return { register, at, today: wallTimeAt(at, timezone).date };
}

/** The journal within a transaction. */
export function journalWork({ journal }: Pick<Stores, 'journal'>, views: Pick<Views, 'journal'>): JournalWork {
  return { journal, views: views.journal };
}
