import type { CatalogueViews } from '@comptoir/core/catalogue/catalogue-store.js';
import type { Product } from '@comptoir/core/catalogue/item.js';
import type { ProductViews } from '@comptoir/core/catalogue/product-store.js';
import type { CatalogueAnswer } from '@comptoir/core/keyed/keyed-contract.js';
import type { KeyedCall } from '@comptoir/core/keyed/keyed-service.js';
import { presentItem } from '@comptoir/core/keyed/present-item.js';
import type { Clock } from '@comptoir/core/kit/clock.js';
import { putBounded } from '@comptoir/core/kit/put-bounded.js';
import { type EncodedBody, encodeBody } from '../../kit/encoded-body.js';

export interface CatalogueCacheDeps {
  readonly products: Pick<ProductViews, 'all'>;
  readonly catalogue: Pick<CatalogueViews, 'menu'>;
  readonly clock: Clock;
}

type Asked = Pick<KeyedCall, 'scope' | 'site'>;

export interface CatalogueCache {
  /** The whole catalogue of the establishment as bytes. */
  get(call: Asked): Promise<EncodedBody>;
}

/** Catalogues kept at once. Beyond it the one rendered longest ago goes. */
const KEPT_MAX = 200;

interface Rendered {
  readonly body: EncodedBody;
  /** When an item that is sold out comes back by itself. */
  readonly until: number;
}

interface Entry {
  readonly version: number;
  readonly rendering: Promise<Rendered>;
}

/**
 * Rendered catalogues, each of the current version of its establishment, which every call has just read: never out of date,
 * whichever process changed something. Callers who ask at the same time wait for one rendering.
 */
export function makeCatalogueCache({ products, catalogue, clock }: CatalogueCacheDeps): CatalogueCache {
  const entries = new Map<string, Entry>();

  async function render({ scope }: Asked): Promise<Rendered> {
    const [all, { categories }] = await Promise.all([products.all(scope), catalogue.menu(scope)]);
    const now = clock.now();
    const answer: CatalogueAnswer = {
      ok: true,
      categories: categories.map(({ id, name, position }) => ({ id, name, position })),
      items: all.map((product) => presentItem(product, now)),
    };
    return { body: encodeBody('application/json; charset=utf-8', JSON.stringify(answer)), until: nextReturn(all, now) };
  }

  function start(call: Asked): Entry {
    const { id, version } = call.site;
    const entry: Entry = { version, rendering: render(call) };
    putBounded(entries, id, entry, KEPT_MAX);
    entry.rendering.catch(() => drop(id, entry));
    return entry;
  }

  /** What was rendered for a later version is newer than what this call has read of the establishment. */
  function kept({ site }: Asked): Entry | null {
    const known = entries.get(site.id);
    return known !== undefined && known.version >= site.version ? known : null;
  }

  function drop(id: string, entry: Entry): void {
    if (entries.get(id) === entry) entries.delete(id);
  }

  async function get(call: Asked): Promise<EncodedBody> {
    const entry = kept(call) ?? start(call);
    const { body, until } = await entry.rendering;
    if (until > clock.now().getTime()) return body;
    drop(call.site.id, entry);
    return get(call);
  }

  return { get };
}

function nextReturn(products: readonly Product[], now: Date): number {
  const returns = products.map(({ soldOutUntil }) => soldOutUntil?.getTime() ?? 0).filter((at) => at > now.getTime());
  return Math.min(...returns, Number.POSITIVE_INFINITY);
}
