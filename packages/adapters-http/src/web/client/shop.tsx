import { hydrate } from 'preact';
import { ShopApp, type ShopState } from '../components/shop-app.js';
import { orderPath } from '../page-paths.js';
import { leaveFor } from './leave-for.js';
import { readState } from './page-state.js';

const { state, root } = readState<ShopState>();

hydrate(
  <ShopApp {...state} onPlaced={(orderId) => leaveFor(orderPath(state.carte.slug, orderId, 'boutique') + state.languageQuery)} />,
  root,
);
