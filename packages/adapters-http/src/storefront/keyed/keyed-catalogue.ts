import type { ProductViews } from '@comptoir/core/catalogue/product-store.js';
import type { ProductsService } from '@comptoir/core/catalogue/products-service.js';
import type { Services } from '@comptoir/core/services.js';
import type { StockViews } from '@comptoir/core/stock/stock-store.js';

/** The catalogue and the stock that the keyed API shows and changes. */
export interface KeyedCatalogue {
  /** The catalogue of these services: of the process, or of the one transaction of a call. */
  productsOf(services: Services): ProductsService;
  readonly products: Pick<ProductViews, 'get' | 'all'>;
  readonly stock: Pick<StockViews, 'levels'>;
}
