import { hydrate } from 'preact';
import type { PlacedNow } from '../checkout.js';
import { ShopApp, type ShopState } from '../components/shop-app.js';
import { orderPath, payPath } from '../page-paths.js';
import { leaveFor } from './leave-for.js';
import { readState } from './page-state.js';
import { submitTo } from './submit-to.js';

const { state, root } = readState<ShopState>();
const { languageQuery, carte } = state;

function goOn({ orderId, isToPay }: PlacedNow): void {
  if (isToPay) submitTo(payPath(carte.slug, orderId) + languageQuery);
  else leaveFor(orderPath(carte.slug, orderId, 'boutique') + languageQuery);
}

hydrate(<ShopApp {...state} onPlaced={goOn} />, root);
