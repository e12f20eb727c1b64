import type { Views } from '../stores.js';
import type { Execution } from './execution.js';
import { keyOfLink, type ShopLink, type ShopLinkViews } from './shop-link.js';
import type { ShopEntity } from './shop-records.js';

/** What is linked, as an execution finds it. */
export type LinksFound = Pick<ShopLinkViews, 'byExternalIds' | 'present'>;

/**
 * The links as a dry run would have left them. It stores none, and meets some records more than once: an order that was set apart and is gone now is
 * asked for because that was to be tried again, and again with all that was not listed. What it has foreseen once it does not count a second time.
 */
export interface ForeseenLinks extends LinksFound {
  put(links: readonly ShopLink[]): void;
}

export function makeForeseenLinks({ shopLinks }: Pick<Views, 'shopLinks'>): ForeseenLinks {
  const foreseen = new Map<string, ShopLink>();
  const ofEntity = (entity: ShopEntity) => [...foreseen.values()].filter((link) => link.entity === entity);
  return {
    async byExternalIds(scope, entity, externalIds) {
      const [known, unknown]: [ShopLink[], string[]] = [[], []];
      for (const externalId of new Set(externalIds)) {
        const link = foreseen.get(keyOfLink({ entity, externalId }));
        if (link === undefined) unknown.push(externalId);
        else known.push(link);
      }
      return [...known, ...(unknown.length === 0 ? [] : await shopLinks.byExternalIds(scope, entity, unknown))];
    },
    async present(scope, entity) {
      const present = new Set(await shopLinks.present(scope, entity));
      for (const { externalId, goneAt } of ofEntity(entity)) {
        if (goneAt === null) present.add(externalId);
        else present.delete(externalId);
      }
      return [...present];
    },
    put(links) {
      for (const link of links) foreseen.set(keyOfLink(link), link);
    },
  };
}

/** Those that are stored, or in a dry run those that would be by now. */
export function linksOf({ foreseen, deps }: Pick<Execution, 'foreseen' | 'deps'>): LinksFound {
  return foreseen ?? deps.views.shopLinks;
}
